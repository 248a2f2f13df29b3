// SPDX-License-Identifier: Apache-2.0
// hallmark worker: the process in which a backend is opened and its parts run. A supervisor starts it; nobody else
// does.
#include "running/worker.h"

#include "cli/verbs.h"
#include "suite.h"

namespace hallmark {

void add_worker(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("worker", "serve a supervisor")->group("");
  verb->callback([&action] {
    action = [] {
      const auto open = [](const std::string& spec) { return open_backend(parse_spec(spec)); };
      const auto parts = [](const BackendDescription& description, const nlohmann::json& plan_json) {
        const Plan plan = plan_json.get<Plan>();
        const Profile profile = read_profile(plan.profile);
        return offered_parts({description, profile, plan});
      };
      const int status = serve_worker(worker_command_fd, worker_event_fd, worker_flight_fd, open, parts);
      return status == 0 ? exit_conforms : exit_machine_failed;
    };
  });
}

}  // namespace hallmark
