// SPDX-License-Identifier: Apache-2.0
// An open backend, whatever it is made of: its description and a way to call one of its operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hallmark/backend.h"

namespace hallmark {

/// A backend that could not be opened, with one clear line why. The command line exits with 3.
class BackendError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct BackendDescription {
  std::string spec;  ///< as given on the command line
  std::string name, version, device;
  std::optional<std::string> profile;  ///< the profile it claims
  std::size_t alignment = 1, granularity = 1;
  bool thread_safe = false, exclusive = false;
  std::vector<std::string> operations;  ///< signatures, in the backend's order
  std::string file_sha256;              ///< of the library or, for a program, of nothing (empty)
  std::string opening_note;             ///< what opening did to the floating-point environment, empty if nothing
};

void to_json(nlohmann::json& json, const BackendDescription& description);
void from_json(const nlohmann::json& json, BackendDescription& description);

/// What one call did besides computing.
struct CallOutcome {
  int status = 0;       ///< the kernel's return value
  std::string fault;    ///< "threw std::runtime_error: ...", "changed MXCSR from 0x1f80 to 0x9fc0"; empty if none
  std::string message;  ///< after a nonzero status, the backend's last_error() in one line; empty if it says nothing
  bool ok() const { return status == 0 && fault.empty(); }
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual const BackendDescription& description() const = 0;
  /// Calls an operation by its index in description().operations. Restores the floating-point environment (MXCSR
  /// without its sticky flags, x87 control word, rounding mode) and says so if the kernel left another one. Never
  /// throws.
  virtual CallOutcome call(std::size_t operation, const hallmark_arguments& arguments) = 0;
};

/// "avx512_bf16", "./libmychip.so?mode=fast" or "exec:python3 my_backend.py".
struct BackendSpec {
  enum class Kind { built_in, library, program };
  Kind kind = Kind::built_in;
  std::string text;     ///< the whole spec
  std::string target;   ///< built-in name, path or command
  std::string options;  ///< after '?', for the first two
};

/// Throws BackendError for a built-in name that does not exist (listing those that do) or an empty spec.
BackendSpec parse_spec(const std::string& text);

/// Opens the backend in this process: only a worker does so, because opening can crash or hang. Throws BackendError.
std::unique_ptr<Backend> open_backend(const BackendSpec& spec);

/// Names of the built-in backends of this build, sorted; their libraries lie in backends/ beside the executable, or in
/// <prefix>/lib/hallmark/backends.
std::vector<std::string> built_in_backends();

}  // namespace hallmark
