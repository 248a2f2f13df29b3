// SPDX-License-Identifier: Apache-2.0
// The worker process of the supervisor's tests: it opens a library, or a backend made of nothing as its spec says.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "misbehaving_parts.h"
#include "running/worker.h"

namespace {

using namespace hallmark;

class EmptyBackend final : public Backend {
 public:
  explicit EmptyBackend(const std::string& spec) {
    description_.spec = spec;
    description_.name = "empty \xff";  // not UTF-8: it must reach the supervisor all the same
    description_.exclusive = spec == "exclusive";
    description_.operations = {"negate(float16)->float16"};
  }
  ~EmptyBackend() override {
    if (description_.spec == "segv_at_close") std::raise(SIGSEGV);
    if (description_.spec == "hang_at_close") {
      for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  }
  const BackendDescription& description() const override { return description_; }
  CallOutcome call(std::size_t, const hallmark_arguments&) override { return {}; }

 private:
  BackendDescription description_;
};

std::unique_ptr<Backend> open_empty(const std::string& spec) {
  if (spec.find(".so") != std::string::npos) return open_backend(parse_spec(spec));
  if (spec == "refuse") throw BackendError("refuse: cannot run here: no such unit");
  if (spec == "segv") std::raise(SIGSEGV);
  if (spec == "exit") {
    std::fputs("licence expired\n", stderr);
    _exit(9);
  }
  if (spec == "hang") {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  if (spec == "segv_at_exit") std::atexit([] { std::raise(SIGSEGV); });
  if (spec.starts_with("once:")) {
    // Like a device that is gone after the first process.
    if (open(spec.substr(5).c_str(), O_CREAT | O_EXCL, 0600) < 0) throw BackendError("the device is gone");
  }
  return std::make_unique<EmptyBackend>(spec);
}

}  // namespace

int main() {
  setenv("HALLMARK_TEST_DROP_PARTS", "1", 1);
  return serve_worker(worker_command_fd, worker_event_fd, worker_flight_fd, open_empty, tests::build_parts);
}
