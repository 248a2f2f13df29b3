// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/profile_semantics.h"

#include <algorithm>

#include "formats/formats.h"
#include "semantics/profile.h"

namespace hallmark::test {
namespace {

const std::vector<Profile>& profiles() {
  static const std::vector<Profile> list = [] {
    std::vector<Profile> loaded;
    for (const std::string& name : shipped_profiles()) loaded.push_back(load_profile(name));
    return loaded;
  }();
  return list;
}

void add_distinct(std::vector<Semantics>& list, std::vector<Semantics> more) {
  for (Semantics& semantics : more) {
    if (std::find(list.begin(), list.end(), semantics) == list.end()) list.push_back(std::move(semantics));
  }
}

}  // namespace

std::vector<Semantics> profile_semantics(const Conversion& conversion, const std::vector<std::string>& modifiers) {
  std::vector<Semantics> list;
  for (const Profile& profile : profiles()) {
    for (Alternative& alternative : profile.resolve({"convert", modifiers, {conversion.from}, conversion.to})) {
      // Of no concern to a conversion.
      alternative.semantics.accumulator = {};
      alternative.semantics.deterministic = alternative.semantics.batch_invariant = false;
      add_distinct(list, {std::move(alternative.semantics)});
    }
  }
  return list;
}

std::vector<std::vector<Semantics>> all_profile_semantics(const Conversion& conversion) {
  std::vector<Semantics> list;
  for (const std::vector<std::string>& modifiers :
       {std::vector<std::string>{}, {"rtz"}, {"rup"}, {"rdn"}, {"rna"}, {"rto"}, {"rtz", "saturate"}}) {
    add_distinct(list, profile_semantics(conversion, modifiers));
  }
  std::vector<std::vector<Semantics>> groups;
  for (Semantics& semantics : list) {
    if (groups.empty() || groups.back().size() == 64) groups.emplace_back();
    groups.back().push_back(std::move(semantics));
  }
  return groups;
}

std::vector<Format> formats_up_to(int bits) {
  std::vector<Format> list;
  for (const Format& format : floating_formats) {
    if (format.width() <= bits) list.push_back(format);
  }
  for (const Format& format : integer_formats) {
    if (format.width() <= bits) list.push_back(format);
  }
  return list;
}

}  // namespace hallmark::test
