// SPDX-License-Identifier: Apache-2.0
// A profile: what is right (semantics), what is required (operations, limits), and which choices a source leaves open.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "formats/format.h"
#include "semantics/semantics.h"
#include "semantics/signature.h"

namespace hallmark {

/// A mistake in an input file: `file:line:column: what, and the mend`. The command line exits with 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sets some fields of a Semantics.
using FieldChange = std::function<void(Semantics&)>;

struct Override {
  std::string match;  ///< signature glob
  std::vector<FieldChange> changes;
};

struct Option {
  std::string name;
  std::vector<FieldChange> changes;
};

/// Something a specification leaves open: a backend follows one option on every operand of every signature it matches.
struct Choice {
  std::string name;
  std::string match;
  std::vector<Option> options;
  std::string where;  ///< file:line:column, for messages
};

/// Later rules that match replace what earlier ones demand, value by value.
struct LimitRule {
  std::string match;
  Limits limits;
  bool clears_correctly_rounded = false, clears_monotone = false;  ///< the file says `= false`
};

/// One complete combination of options for a signature.
struct Alternative {
  Semantics semantics;
  std::vector<std::pair<std::string, std::string>> options;  ///< choice name, option name; in the profile's order
};

std::vector<Semantics> semantics_of(const std::vector<Alternative>& alternatives);

struct Profile {
  std::string name, title, source;
  std::string sha256;          ///< of the file's bytes, lower-case hex
  std::filesystem::path path;  ///< where it was read
  Semantics semantics;
  std::vector<Override> overrides;
  std::vector<Choice> choices;
  std::vector<std::string> required;  ///< signature globs of [[require]]
  std::vector<LimitRule> limits;
  std::vector<Format> formats;  ///< the user's own, from [[format]]

  /// Built-in formats and the profile's own.
  const Format* find_format(std::string_view format_name) const;

  /// Every combination of options that applies to the signature, at least one, in a fixed order. Defaults, then the
  /// rules that conversions to integers truncate and that what looks at bits does not flush, then overrides in order,
  /// then the choice's option, then modifiers. Throws InputError when there would be more than 64.
  std::vector<Alternative> resolve(const Signature& signature) const;

  Limits limits_of(const Signature& signature) const;
};

/// Reads a profile. Throws InputError with file:line:column, the accepted values and the mend.
Profile read_profile(const std::filesystem::path& path);

/// The shipped profile of that name (from HALLMARK_PROFILES, the build tree or the installed share folder), or a path.
/// Throws InputError that lists the shipped names.
Profile load_profile(const std::string& name_or_path);

/// Names of the shipped profiles, sorted.
std::vector<std::string> shipped_profiles();

}  // namespace hallmark
