// SPDX-License-Identifier: Apache-2.0
// Commands in, GoogleTest tests run, events out.
#include "running/worker.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <optional>
#include <unordered_map>
#include <utility>

#include "backends/text.h"
#include "formats/internal_error.h"
#include "running/fault_handlers.h"
#include "running/json_lines.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HALLMARK_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HALLMARK_ADDRESS_SANITIZER
#endif

#if defined(HALLMARK_ADDRESS_SANITIZER)
namespace {
bool is_worker = false;
}

extern "C" const char* __asan_default_options();
extern "C" int __lsan_is_turned_off();

// A crash must reach the supervisor as the signal it is.
extern "C" const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:handle_abort=0";
}
// Asked when a process ends. What a backend leaves behind in its worker is not what is tested.
extern "C" int __lsan_is_turned_off() { return is_worker ? 1 : 0; }
#endif

namespace hallmark {

namespace {

class Worker {
 public:
  Worker(int command_fd, int event_fd, Flight& flight, const OpenBackend& open_backend, const BuildParts& build_parts)
      : commands_(command_fd),
        event_fd_(event_fd),
        flight_(flight),
        open_backend_(open_backend),
        build_parts_(build_parts) {}

  int serve() {
    for (;;) {
      while (const auto command = commands_.next()) {
        if (command->contains("quit")) return 0;
        obey(*command);
      }
      if (commands_.read_once() != JsonLineReader::State::open) return 0;
    }
  }

  void run_current() {
    const auto started = std::chrono::steady_clock::now();
    PartContext context{*backend_, flight_, only_};
    try {
      fault_handlers_.disarm();
      nlohmann::json result = current_->run(context);
      // A handler that came with a kernel call may have hidden a fault until now.
      if (fault_handlers_.disarm()) result = current_->run(context);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
      if (only_) {
        reply_ = {{"event", "survived"}};
        return;
      }
      const bool failed = result.is_object() && result.value("failed", false);
      reply_ = {{"event", "finished"},
                {"part", current_->full_name()},
                {"result", std::move(result)},
                {"seconds", seconds.count()}};
      if (failed) ADD_FAILURE() << "the backend's results are wrong; the event carries the findings";
    } catch (const InternalError& error) {
      report("internal", error.what());
    } catch (const std::bad_alloc&) {
      // Only the backend has taken memory without bound here; another worker goes on, and this one's death counts.
      std::fputs("hallmark: a worker has no memory left for its own work\n", stderr);
      std::abort();
    } catch (const std::exception& error) {
      report("other", error.what());
    } catch (...) {
      report("other", "an exception of unknown type");
    }
  }

 private:
  void obey(const nlohmann::json& command) {
    reply_ = nullptr;
    if (command.contains("open")) {
      open(command.at("open").get<std::string>());
    } else if (command.contains("plan")) {
      plan(command.at("plan"));
    } else if (command.contains("run")) {
      run(command.at("run").get<std::string>(), std::nullopt);
    } else if (command.contains("narrow")) {
      run(command.at("narrow").get<std::string>(),
          CallRange{command.at("call").get<std::uint64_t>(), command.at("from").get<std::uint64_t>(),
                    command.at("rows").get<std::uint64_t>()});
    } else {
      report("internal", "a worker was given a command it does not know: " + command.dump());
    }
    emit(reply_);
  }

  void open(const std::string& spec) {
    try {
      backend_ = open_backend_(spec);
      reply_ = {{"event", "opened"}, {"description", backend_->description()}};
    } catch (const std::exception& error) {
      reply_ = {{"event", "refused"}, {"why", one_line(error.what())}};
    }
  }

  void plan(const nlohmann::json& chosen) {
    if (!backend_) return report("internal", "a worker was given a plan without an open backend");
    if (!parts_.empty()) return report("internal", "a worker was given a second plan");
    try {
      parts_ = build_parts_(backend_->description(), chosen);
    } catch (const std::exception& error) {
      return report("other", error.what());
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (by_name_.emplace(parts_[i].full_name(), i).second) register_part(parts_[i]);
    }
    reply_ = {{"event", "planned"}, {"parts", parts_.size()}};
  }

  void register_part(const Part& part);

  void run(const std::string& name, std::optional<CallRange> only) {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return report("internal", "a worker has no part named " + name);
    current_ = &parts_[found->second];
    only_ = only;
    testing::GTEST_FLAG(filter) = name;
    // A result of Run() is of no use here: the reply says more.
    [[maybe_unused]] const int ignored = testing::UnitTest::GetInstance()->Run();
    if (reply_.is_null()) report("internal", "GoogleTest did not run " + name);
  }

  void report(const char* kind, const std::string& what) {
    reply_ = {{"event", "error"}, {"kind", kind}, {"what", one_line(what)}};
  }

  void emit(const nlohmann::json& event) const {
    const std::string line = json_line(event);
    for (std::size_t done = 0; done < line.size();) {
      const ssize_t count = write(event_fd_, line.data() + done, line.size() - done);
      if (count < 0 && errno == EINTR) continue;
      // The backend closed it: an exit would look like the backend's own, so the supervisor, who saw it, ends this.
      while (count < 0) pause();
      done += static_cast<std::size_t>(count);
    }
  }

  JsonLineReader commands_;
  int event_fd_;
  Flight& flight_;
  const OpenBackend& open_backend_;
  const BuildParts& build_parts_;
  FaultHandlers fault_handlers_;
  std::unique_ptr<Backend> backend_;
  std::vector<Part> parts_;
  std::unordered_map<std::string, std::size_t> by_name_;
  const Part* current_ = nullptr;
  std::optional<CallRange> only_;
  nlohmann::json reply_;
};

/// A part as a GoogleTest test: its body is whatever part the worker was told to run.
class PartTest : public testing::Test {
 public:
  PartTest(Worker& worker, std::string signature) : worker_(worker), signature_(std::move(signature)) {}

 private:
  void TestBody() override {
    RecordProperty("signature", signature_);
    worker_.run_current();
  }

  Worker& worker_;
  std::string signature_;
};

void Worker::register_part(const Part& part) {
  testing::RegisterTest(
      part.suite.c_str(), part.name.c_str(), nullptr, nullptr, part.suite.c_str(), 1,
      [this, signature = part.signature]() -> testing::Test* { return new PartTest(*this, signature); });
}

/// Moves a descriptor up, out of reach of a backend that closes a low number it does not own, and away from programs
/// the backend may start.
int move_up(int fd) {
  const int high = fcntl(fd, F_DUPFD_CLOEXEC, 200);
  if (high < 0) return fd;
  close(fd);
  return high;
}

void prepare_googletest() {
  int count = 1;
  std::string name = "hallmark-worker";
  char* arguments[] = {name.data(), nullptr};
  testing::InitGoogleTest(&count, arguments);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  // stdout belongs to the backend; the events say what GoogleTest would print.
  delete listeners.Release(listeners.default_result_printer());
}

}  // namespace

int serve_worker(int command_fd, int event_fd, int flight_fd, const OpenBackend& open_backend,
                 const BuildParts& build_parts) {
#if defined(HALLMARK_ADDRESS_SANITIZER)
  is_worker = true;
#endif
  void* page = mmap(nullptr, sizeof(Flight), PROT_READ | PROT_WRITE, MAP_SHARED, flight_fd, 0);
  if (page == MAP_FAILED) {
    std::fputs("this is Hallmark's worker; it is started by its supervisor, not by hand\n", stderr);
    return 2;
  }
  close(flight_fd);
  // What a backend printed before it crashed shall be in the log.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  prepare_googletest();
  return Worker(move_up(command_fd), move_up(event_fd), *static_cast<Flight*>(page), open_backend, build_parts).serve();
}

}  // namespace hallmark
