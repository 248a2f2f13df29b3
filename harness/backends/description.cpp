// SPDX-License-Identifier: Apache-2.0
// A backend's description as JSON: a worker opens the backend, the supervisor reads what it is.
#include <nlohmann/json.hpp>

#include "backends/backend.h"

namespace hallmark {

void to_json(nlohmann::json& json, const BackendDescription& description) {
  json = {{"spec", description.spec},
          {"name", description.name},
          {"version", description.version},
          {"device", description.device},
          {"profile", nullptr},
          {"alignment", description.alignment},
          {"granularity", description.granularity},
          {"thread_safe", description.thread_safe},
          {"exclusive", description.exclusive},
          {"operations", description.operations},
          {"file_sha256", description.file_sha256},
          {"opening_note", description.opening_note}};
  if (description.profile) json["profile"] = *description.profile;
}

void from_json(const nlohmann::json& json, BackendDescription& description) {
  json.at("spec").get_to(description.spec);
  json.at("name").get_to(description.name);
  json.at("version").get_to(description.version);
  json.at("device").get_to(description.device);
  description.profile.reset();
  if (const auto& profile = json.at("profile"); !profile.is_null()) description.profile = profile.get<std::string>();
  json.at("alignment").get_to(description.alignment);
  json.at("granularity").get_to(description.granularity);
  json.at("thread_safe").get_to(description.thread_safe);
  json.at("exclusive").get_to(description.exclusive);
  json.at("operations").get_to(description.operations);
  json.at("file_sha256").get_to(description.file_sha256);
  json.at("opening_note").get_to(description.opening_note);
}

}  // namespace hallmark
