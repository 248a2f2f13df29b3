// SPDX-License-Identifier: Apache-2.0
// Loading a shared library, checking its table, and calling its kernels without letting them change this thread.
#include "backends/library.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <typeinfo>
#include <utility>

#include "backends/environment.h"
#include "backends/file_digest.h"
#include "backends/process_mark.h"
#include "backends/table.h"
#include "backends/text.h"

namespace hallmark {

namespace {

/// What opening a library may change in this process and a harness relies on.
class OpeningState {
 public:
  OpeningState()
      : environment_(current_environment()),
        folder_(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)),
        locale_(std::setlocale(LC_ALL, nullptr)) {}
  OpeningState(const OpeningState&) = delete;
  OpeningState& operator=(const OpeningState&) = delete;
  ~OpeningState() {
    restore();
    if (folder_ >= 0) close(folder_);
  }

  const FloatingEnvironment& environment() const { return environment_; }

  /// Puts everything back; returns what opening did to the floating-point environment, empty if nothing.
  std::string restore() {
    const FloatingEnvironment after = current_environment();
    std::string note;
    if (!(after == environment_)) {
      note = "opening " + describe_change(environment_, after);
      restore_environment(environment_);
    }
    if (locale_ != std::setlocale(LC_ALL, nullptr)) std::setlocale(LC_ALL, locale_.c_str());
    // A failed fchdir leaves the backend's folder; every path the harness opens later then says so itself.
    if (folder_ >= 0) [[maybe_unused]]
      const int ignored = fchdir(folder_);
    return note;
  }

 private:
  FloatingEnvironment environment_;
  int folder_;
  std::string locale_;
};

/// Length of what stderr holds when it is a regular file (a worker's log), else 0.
off_t stderr_length() {
  struct stat status {};
  return fstat(STDERR_FILENO, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : 0;
}

/// The last line printed on stderr since it had that length, where stderr is a file that can be read back.
std::string last_stderr_line(off_t since) {
  std::fflush(stderr);
  const off_t length = stderr_length();
  if (length <= since) return {};
  const int file = open("/proc/self/fd/2", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const off_t start = std::max(since, length - 4096);
  std::string text(static_cast<std::size_t>(length - start), '\0');
  const ssize_t count = pread(file, text.data(), text.size(), start);
  close(file);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  const std::size_t newline = text.rfind('\n');
  return one_line(newline == std::string::npos ? text : text.substr(newline + 1));
}

std::string type_name(const std::type_info* type) {
  if (type == nullptr) return "a foreign exception";
  int status = 0;
  char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::string text = status == 0 ? name : type->name();
  std::free(name);
  return text;
}

/// Describes the exception being handled; call it in a catch clause.
std::string thrown() {
  const std::string name = type_name(abi::__cxa_current_exception_type());
  try {
    throw;
  } catch (const std::exception& error) {
    return one_line(fmt::format("threw {}: {}", name, error.what()));
  } catch (...) {
    return one_line("threw " + name);
  }
}

class Library final : public Backend {
 public:
  Library(BackendDescription description, const hallmark_backend& table, const FloatingEnvironment& environment)
      : description_(std::move(description)), table_(table), environment_(environment) {
    kernels_.reserve(table_.operation_count);
    for (std::size_t i = 0; i < table_.operation_count; ++i) kernels_.push_back(table_.operations[i].kernel);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  // The library itself stays loaded: many vendor libraries cannot be unloaded, and the worker ends anyway.
  ~Library() override {
    if (table_.close != nullptr) table_.close(table_.state);
  }

  const BackendDescription& description() const override { return description_; }

  CallOutcome call(std::size_t operation, const hallmark_arguments& arguments) override {
    CallOutcome outcome;
    try {
      outcome.status = kernels_.at(operation)(table_.state, &arguments);
    } catch (...) {
      outcome.fault = thrown();
    }
    mark_.end_copy();
    if (outcome.status != 0) [[unlikely]]
      ask_for_message(outcome);
    const FloatingEnvironment after = current_environment();
    if (!(after == environment_)) [[unlikely]]
      note_environment(after, outcome);
    return outcome;
  }

 private:
  void ask_for_message(CallOutcome& outcome) const {
    if (table_.last_error == nullptr) return;
    try {
      const char* text = table_.last_error(table_.state);
      if (text != nullptr) outcome.message = one_line(text);
    } catch (...) {
      outcome.fault = "last_error " + thrown();
    }
  }

  void note_environment(const FloatingEnvironment& after, CallOutcome& outcome) const {
    restore_environment(environment_);
    if (!outcome.fault.empty()) outcome.fault += "; ";
    outcome.fault += describe_change(environment_, after);
  }

  BackendDescription description_;
  const hallmark_backend table_;
  std::vector<hallmark_kernel> kernels_;
  // Reading MXCSR costs as much as 100 conversions, so it is read only after a call and compared with what it was at
  // opening, where every call leaves it.
  const FloatingEnvironment environment_;
  ProcessMark mark_;
};

void check_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw BackendError(fmt::format("{}: {}", path, std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) throw BackendError(fmt::format("{}: is a directory, not a shared library", path));
  if (!S_ISREG(status.st_mode)) throw BackendError(fmt::format("{}: is not a regular file", path));
}

std::string digest_or_refuse(const std::string& path) {
  try {
    return file_sha256(path);
  } catch (const std::system_error& error) {
    throw BackendError(fmt::format("{}: cannot be read: {}", path, error.code().message()));
  }
}

/// dlerror() begins with the path, which the caller names anyway.
std::string loader_error(const std::string& path) {
  const char* text = dlerror();
  std::string why = one_line(text != nullptr ? text : "unknown error");
  if (why.starts_with(path + ": ")) why.erase(0, path.size() + 2);
  return why;
}

using OpenFunction = const hallmark_backend* (*)(const char*);

OpenFunction load(const std::string& path) {
  // Without a slash dlopen would search the system's folders instead of this one.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw BackendError(fmt::format("{}: cannot be loaded: {}", path, loader_error(file)));
  void* symbol = dlsym(handle, "hallmark_open");
  if (symbol == nullptr) {
    throw BackendError(fmt::format(
        "{}: does not export hallmark_open; define it as hallmark/backend.h declares it, extern \"C\" in C++", path));
  }
  return reinterpret_cast<OpenFunction>(symbol);
}

}  // namespace

std::unique_ptr<Backend> open_library(const BackendSpec& spec, const std::string& path) {
  check_file(path);
  const std::string digest = digest_or_refuse(path);
  const ProcessMark mark;
  OpeningState state;
  const off_t printed = stderr_length();
  const hallmark_backend* table = nullptr;
  try {
    // Constructors run in load(): -ffast-math's sets flush to zero there.
    table = load(path)(spec.options.c_str());
  } catch (const BackendError&) {
    throw;
  } catch (...) {
    throw BackendError(fmt::format("{}: hallmark_open {}", path, thrown()));
  }
  mark.end_copy();
  const std::string note = state.restore();
  if (table == nullptr) {
    const std::string reason = last_stderr_line(printed);
    throw BackendError(
        fmt::format("{}: cannot run here: {}", path,
                    reason.empty() ? "hallmark_open returned NULL and printed no reason on stderr" : reason));
  }
  BackendDescription description = describe_table(*table, path);
  description.spec = spec.text;
  description.file_sha256 = digest;
  description.opening_note = note;
  return std::make_unique<Library>(std::move(description), *table, state.environment());
}

}  // namespace hallmark
