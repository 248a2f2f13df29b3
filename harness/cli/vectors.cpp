// SPDX-License-Identifier: Apache-2.0
// hallmark vectors: makes the golden vectors again, and checks them or anybody's vector files against truth.
#include <fmt/format.h>
#include <mpfr.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "cli/vector_judge.h"
#include "cli/vector_manifest.h"
#include "cli/verbs.h"
#include "inputs/vector_search.h"
#include "reports/text.h"
#include "reports/write.h"
#include "semantics/nearest.h"
#include "suite.h"

namespace hallmark {
namespace {

namespace fs = std::filesystem;

/// A generated file and what the manifest says of it.
struct Generated {
  ManifestEntry entry;
  std::string text;
};

std::vector<Generated> generate_all() {
  std::vector<Generated> files;
  for (const Suite* suite : all_suites()) {
    for (const VectorSet& set : suite->vector_sets()) {
      const Profile profile = load_profile(set.profile);
      for (const Signature& signature : set.signatures) {
        const VectorFile file = suite->generate_vectors(profile, signature);
        Generated generated;
        generated.text = vector_file_text(file);
        generated.entry = {vector_file_place(set.profile, signature).generic_string(), sha256_hex(generated.text),
                           file.rows.size(), mpfr_get_version(), vector_generator_version};
        files.push_back(std::move(generated));
      }
    }
  }
  std::sort(files.begin(), files.end(),
            [](const Generated& a, const Generated& b) { return a.entry.file < b.entry.file; });
  return files;
}

std::uint64_t rows_of(const std::vector<Generated>& files) {
  std::uint64_t rows = 0;
  for (const Generated& file : files) rows += file.entry.rows;
  return rows;
}

ExitStatus generate(const std::string& out) {
  const fs::path folder = !out.empty() ? fs::path(out) : vectors_folder().value_or("vectors");
  const std::vector<Generated> files = generate_all();
  VectorManifest manifest;
  std::vector<NamedText> texts;
  for (const Generated& file : files) {
    manifest.push_back(file.entry);
    texts.emplace_back(file.entry.file, file.text);
  }
  // Last: a manifest speaks of files that are there.
  texts.emplace_back("manifest.json", manifest_text(manifest));
  write_files(folder, texts);
  fmt::print("{}: {} files, {} rows, by MPFR {}\n", folder.string(), files.size(), grouped(rows_of(files)),
             mpfr_get_version());
  return exit_conforms;
}

/// The first mistake of a vector file by itself: malformed, or a row against truth.
void check_file(const std::string& path) {
  // A file names its profile, and the profile its formats.
  std::optional<Profile> profile;
  const VectorFile file = read_vector_file(path, [&](const std::string& name) -> FormatLookup {
    try {
      profile = load_profile(name);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:3: {}", path, error.what()));
    }
    return [&](std::string_view format) { return profile->find_format(format); };
  });
  const Suite* suite = suite_of(file.signature);
  if (suite == nullptr) {
    throw InputError(fmt::format("{}:2: this version checks no vectors of {}", path, to_string(file.signature)));
  }
  suite->check_vectors(file, *profile);
}

/// Against the manifest of the folder the file lies in, if that lists it.
void check_against_manifest(const fs::path& path) {
  const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
  std::error_code error;
  const fs::path manifest_path = folder.parent_path() / "manifest.json";
  if (!fs::is_regular_file(manifest_path, error)) return;
  const std::string name = (folder.filename() / path.filename()).generic_string();
  const std::string digest = sha256_hex(read_vector_bytes(path.string()));
  for (const ManifestEntry& entry : read_manifest(manifest_path)) {
    if (entry.file != name || entry.sha256 == digest) continue;
    throw InputError(fmt::format("{}: SHA-256 is {}, {} says {}; restore the file, or run `hallmark vectors generate`",
                                 path.string(), digest, manifest_path.string(), entry.sha256));
  }
}

ExitStatus check_files(const std::vector<std::string>& paths) {
  ExitStatus status = exit_conforms;
  for (const std::string& path : paths) {
    try {
      check_file(path);
      check_against_manifest(path);
      fmt::print("{}: every row is what MPFR {} says\n", path, mpfr_get_version());
    } catch (const InputError& error) {
      fmt::print(stderr, "hallmark: {}\n", error.what());
      status = exit_wrong_input;
    }
  }
  return status;
}

/// Number and text of the first line in which two texts differ.
std::string first_difference(const std::string& path, std::string_view have, std::string_view right) {
  const auto differs = std::mismatch(have.begin(), have.end(), right.begin(), right.end());
  const auto at = static_cast<std::size_t>(differs.first - have.begin());
  const auto line = std::count(have.begin(), differs.first, '\n') + 1;
  const std::size_t start = at == 0 ? 0 : have.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  const auto line_of = [&](std::string_view text) {
    return start >= text.size() ? std::string("the file's end")
                                : in_quotes(text.substr(start, text.find('\n', start) - start));
  };
  return fmt::format("{}:{}: {} stands where MPFR {} and generator {} write {}; run `hallmark vectors generate`", path,
                     line, line_of(have), mpfr_get_version(), vector_generator_version, line_of(right));
}

/// Everything in the folder against what is generated now.
class ShippedCheck {
 public:
  explicit ShippedCheck(fs::path folder) : folder_(std::move(folder)), files_(generate_all()) {}

  ExitStatus run() {
    for (const Generated& file : files_) attempt([&] { check_one(file); });
    attempt([&] { check_manifest(); });
    attempt([&] { check_strangers(); });
    if (status_ == exit_conforms) {
      fmt::print("{}: {} files, {} rows, byte for byte what MPFR {} says\n", folder_.string(), files_.size(),
                 grouped(rows_of(files_)), mpfr_get_version());
    }
    return status_;
  }

 private:
  template <class Check>
  void attempt(Check check) {
    try {
      check();
    } catch (const InputError& error) {
      fmt::print(stderr, "hallmark: {}\n", error.what());
      status_ = exit_wrong_input;
    }
  }

  void check_one(const Generated& file) const {
    const std::string path = (folder_ / file.entry.file).string();
    const std::string have = read_vector_bytes(path);
    if (have == file.text) return;
    check_file(path);  // says more, where the file is malformed or a row is wrong
    throw InputError(first_difference(path, have, file.text));
  }

  void check_manifest() const {
    const fs::path path = folder_ / "manifest.json";
    const VectorManifest manifest = read_manifest(path);
    const auto fail = [&](const std::string& what) {
      throw InputError(fmt::format("{}: {}; run `hallmark vectors generate`", path.string(), what));
    };
    for (std::size_t i = 0; i < std::max(manifest.size(), files_.size()); ++i) {
      if (i >= manifest.size()) fail(fmt::format("lacks {}", files_[i].entry.file));
      if (i >= files_.size()) fail(fmt::format("lists {}, which is not generated", in_quotes(manifest[i].file)));
      const ManifestEntry &have = manifest[i], &right = files_[i].entry;
      if (have.file != right.file) fail(fmt::format("lists {} in the place of {}", in_quotes(have.file), right.file));
      if (have.sha256 != right.sha256) {
        fail(fmt::format("says SHA-256 {} of {}, it is {}", in_quotes(have.sha256), right.file, right.sha256));
      }
      if (have.rows != right.rows)
        fail(fmt::format("says {} rows of {}, it has {}", have.rows, right.file, right.rows));
      // The same rows by another MPFR are what a reader hopes for: its version is no mistake.
      if (have.generator != right.generator) {
        fail(fmt::format("says generator {} of {}, it is {}", have.generator, right.file, right.generator));
      }
    }
  }

  /// Files that nothing generates would never be checked.
  void check_strangers() const {
    std::set<std::string> known;
    for (const Generated& file : files_) known.insert(file.entry.file);
    std::error_code error;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_, error)) {
      const std::string name = entry.path().lexically_relative(folder_).generic_string();
      if (entry.path().extension() == ".csv" && !known.contains(name)) {
        throw InputError(
            fmt::format("{}: is not generated; move it elsewhere and check it by name", entry.path().string()));
      }
    }
  }

  fs::path folder_;
  std::vector<Generated> files_;
  ExitStatus status_ = exit_conforms;
};

ExitStatus check(const std::vector<std::string>& paths) {
  if (!paths.empty()) return check_files(paths);
  const std::optional<fs::path> folder = vectors_folder();
  if (!folder) {
    throw InputError(
        "found no golden vectors; set HALLMARK_VECTORS to their folder, or name files: hallmark vectors check FILE");
  }
  return ShippedCheck(*folder).run();
}

}  // namespace

void add_vectors(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("vectors", "golden vectors: operands and right results as text");
  verb->require_subcommand(1);
  auto out = std::make_shared<std::string>();
  CLI::App* generating = verb->add_subcommand("generate", "write them all again, with their manifest");
  generating->add_option("--out", *out, "folder; without it, where they are");
  generating->callback([out, &action] { action = [out] { return generate(*out); }; });
  auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* checking =
      verb->add_subcommand("check", "exit 0: as truth says, byte for byte; 2: not, with file and line");
  checking->add_option("files", *paths, "vector files to check row by row; without any, the shipped ones");
  add_vectors_judge(*verb, action);
  checking->callback([paths, &action] { action = [paths] { return check(*paths); }; });
}

}  // namespace hallmark
