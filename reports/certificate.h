// SPDX-License-Identifier: Apache-2.0
// The certificate: the JSON record of one backend under one profile at one level (design section 8), and its digests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "judging/record.h"

namespace hallmark {

enum class Verdict : std::uint8_t { conforms, conforms_with_waivers, does_not_conform, partial };
std::string verdict_name(Verdict verdict);  ///< "conforms", "conforms with waivers", "does not conform", "partial"

struct Provenance {
  std::string started;  ///< ISO 8601, UTC
  double seconds = 0.0;
  std::string cpu, os, compiler, command;
  std::vector<std::string> flags;  ///< instruction sets of the CPU that matter: avx512_bf16, f16c, ...
};

/// Of this build.
std::string hallmark_version();
/// "sha256:..." of the manifest in vectors_folder() (inputs/vector_search.h), where a run finds its golden vectors;
/// "none" where there is no manifest.
std::string vectors_digest();

struct Certificate {
  std::string profile, profile_sha256, level, operations_glob;
  std::string profile_title;  ///< for people; may be empty
  BackendDescription backend;
  std::uint64_t seed = 1;
  std::vector<std::string> parts;  ///< empty: all
  std::vector<OperationRecord> operations;
  std::map<std::string, std::string> traits;
  std::vector<nlohmann::json> waivers;
  Provenance provenance;
  std::string suite_version = hallmark_version();
  std::string vectors = vectors_digest();

  /// From the operations' outcomes: unsupported, weak, not_run, crashed and fail mean "does not conform"; unknown and
  /// not_applicable change nothing. No operation that passed at all: "does not conform". A shard (parts not empty) is
  /// "partial" whatever its outcomes: ask failed().
  Verdict verdict() const;

  /// Whether an outcome speaks against the backend, or nothing passed: then a run exits with 1, a shard's too.
  bool failed() const;
};

/// With result_digest and digest filled in. Text that is not UTF-8 is replaced where it is malformed. Counts above
/// 2^64-1 are held as the nearest double, which is exact for the domains of one operand.
nlohmann::ordered_json to_json(const Certificate& certificate);

/// Reads a certificate back. Throws InputError (semantics/profile.h) naming the file and what is wrong, also where a
/// digest is: what is rendered, merged or compared is what a run wrote.
Certificate read_certificate(const std::filesystem::path& path);

/// Empty if both digests are right, the document matches the schema and the verdict follows from its outcomes, else one
/// line that says what is not.
std::string check_certificate(const nlohmann::ordered_json& document);

/// check_certificate for a file's bytes, which must also be exactly those that Hallmark writes for the document
/// (json_text.h): a byte changed anywhere, white space included, is found.
std::string check_certificate_text(std::string_view text);

/// Canonical JSON (keys sorted, no white space, shortest numbers) of a document; what the digests are taken of.
std::string canonical_json(const nlohmann::json& document);

}  // namespace hallmark
