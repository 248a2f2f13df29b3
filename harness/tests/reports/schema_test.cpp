// SPDX-License-Identifier: Apache-2.0
// Tests of the schema checker, and of the certificate's schema against another implementation of JSON Schema.
#include "reports/schema.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "python.h"
#include "reports/embedded.h"
#include "reports/json_text.h"
#include "sample.h"

namespace hallmark::test {
namespace {

using Json = nlohmann::ordered_json;

TEST(Schema, EachKeywordAcceptsAndRefuses) {
  struct Row {
    const char *schema, *good, *bad, *message;
  };
  for (const Row& row : std::vector<Row>{
           {R"({"type": "integer"})", "18446744073709551616", "1.5", "must be of type integer, is 1.5"},
           {R"({"type": ["string", "null"]})", "null", "3", "string or null"},
           {R"({"type": "boolean"})", "true", "1", "boolean"},
           {R"({"enum": ["a", "b"]})", R"("b")", R"("c")", "must be one of"},
           {R"({"const": 1})", "1", "2", "must be 1, is 2"},
           {R"({"required": ["a"]})", R"({"a": 1})", R"({"b": 1})", "lacks the field \"a\""},
           {R"({"properties": {"a": {"type": "string"}}})", R"({"a": ""})", R"({"a": 1})", "a: must be of type string"},
           {R"({"properties": {"a": {}}, "additionalProperties": false})", R"({"a": 1})", R"({"a": 1, "b": 2})",
            "b: is not allowed here"},
           {R"({"additionalProperties": {"type": "string"}})", R"({"x": "y"})", R"({"x": 1})", "x: must be"},
           {R"({"items": {"type": "string"}})", R"(["a"])", R"(["a", 1])", "[1]: must be"},
           {R"({"anyOf": [{"const": "all"}, {"type": "array"}]})", R"("all")", R"("some")", "array"},
           {R"({"minimum": 0})", "0", "-1", "at least 0"},
           {R"({"maximum": 18446744073709551615})", "18446744073709551615", "18446744073709551616", "at most"},
           {R"({"minLength": 1})", R"("a")", R"("")", "at least 1"},
           {R"({"maxLength": 2})", R"("éé")", R"("abc")", "at most 2"},
           {R"({"maxLength": 3, "pattern": "^[0-9]+$"})", R"("123")", R"("12x")", "must match"},
           {R"({"$ref": "#/$defs/d", "$defs": {"d": {"const": 5}}})", "5", "6", "must be 5"}}) {
    EXPECT_EQ(check_schema(Json::parse(row.schema), Json::parse(row.good)), "") << row.schema;
    EXPECT_NE(check_schema(Json::parse(row.schema), Json::parse(row.bad)).find(row.message), std::string::npos)
        << row.schema << ": " << check_schema(Json::parse(row.schema), Json::parse(row.bad));
  }
}

TEST(Schema, UnknownKeywordsAreNotPassedOver) {
  EXPECT_THROW(check_schema(Json::parse(R"({"multipleOf": 2})"), 4), std::logic_error);
  EXPECT_THROW(check_schema(Json::parse(R"({"pattern": "a*"})"), "aaa"), std::logic_error) << "no maxLength";
}

TEST(Schema, LongStringsDoNotExhaustTheStack) {
  const Json schema = Json::parse(R"({"maxLength": 64, "pattern": "^[0-9a-f]*$"})");
  EXPECT_NE(check_schema(schema, Json(std::string(10'000'000, 'a'))), "");
}

/// Documents that each break one rule of the certificate's schema.
std::vector<Json> broken_documents() {
  const std::vector<std::function<void(Json&)>> breaks = {
      [](Json& d) { d.erase("seed"); },
      [](Json& d) { d["extra"] = 1; },
      [](Json& d) { d["seed"] = -1; },
      [](Json& d) { d["seed"] = "1"; },
      [](Json& d) { d["hallmark"]["schema"] = 2; },
      [](Json& d) { d["hallmark"]["vectors"] = "md5:00"; },
      [](Json& d) { d["claim"]["level"] = "standardish"; },
      [](Json& d) { d["claim"]["verdict"] = "passes"; },
      [](Json& d) { d["claim"]["profile_sha256"] = "AA"; },
      [](Json& d) { d["backend"]["name"] = ""; },
      [](Json& d) { d["backend"]["file_sha256"] = "0"; },
      [](Json& d) { d["parts"] = "some"; },
      [](Json& d) { d["operations"][0]["outcome"] = "passed"; },
      [](Json& d) { d["operations"][0]["domain"] = 1.5; },
      [](Json& d) { d["operations"][0]["tried"] = 18446744073709551616.0; },
      [](Json& d) { d["operations"][0]["consistent"] = Json::object(); },
      [](Json& d) {
        d["operations"][0]["consistent"] = {{{"flush", 1}}};
      },
      [](Json& d) { d["operations"][0]["requirements"][0].erase("failed"); },
      [](Json& d) { d["operations"][0]["findings"] = {1}; },
      [](Json& d) { d["operations"].back()["along_operands"]["tried"][0] = -1; },
      [](Json& d) { d["operations"].back()["along_operands"]["axis"]["binades"] = 0; },
      [](Json& d) { d["operations"].back()["along_operands"]["error_ulp"][0] = "much"; },
      [](Json& d) { d["operations"].back()["along_operands"].erase("axis"); },
      [](Json& d) { d["operations"].back()["accuracy"]["maximum_ulp"] = "much"; },
      [](Json& d) { d["operations"].back()["accuracy"]["mean_ulp"] = "0.5"; },
      [](Json& d) { d["operations"].back()["accuracy"]["histogram"][0].erase("results"); },
      [](Json& d) { d["operations"].back()["accuracy"]["worst"][0]["operands"] = "0x0"; },
      [](Json& d) { d["operations"].back()["accuracy"].erase("measured"); },
      [](Json& d) { d["operations"].back()["error_growth"].erase("unit_exponent"); },
      [](Json& d) { d["operations"].back()["error_growth"]["unit_exponent"] = 1; },
      [](Json& d) { d["operations"].back()["error_growth"]["points"][0]["maximum"] = "inf"; },
      [](Json& d) { d["operations"].back()["error_growth"]["points"][0]["results"] = 0; },
      [](Json& d) { d["operations"].back()["error_growth"]["points"][0].erase("bound"); },
      [](Json& d) { d["traits"]["a"] = 1; },
      [](Json& d) { d["waivers"] = {"all"}; },
      [](Json& d) { d["digest"] = std::string(63, 'a'); },
      [](Json& d) { d["provenance"]["seconds"] = -0.5; },
      [](Json& d) { d["provenance"]["flags"] = "avx"; }};
  std::vector<Json> broken;
  for (const auto& change : breaks) {
    broken.push_back(to_json(every_outcome()));
    change(broken.back());
  }
  return broken;
}

TEST(Schema, CertificateMatchesAndBrokenOnesDoNot) {
  const Json schema = Json::parse(embedded_certificate_schema());
  EXPECT_EQ(check_schema(schema, to_json(every_outcome())), "");
  EXPECT_EQ(check_schema(schema, to_json(realistic())), "");
  const std::vector<Json> broken = broken_documents();
  for (std::size_t i = 0; i < broken.size(); ++i) EXPECT_NE(check_schema(schema, broken[i]), "") << i;
}

TEST(Schema, JsonschemaOfPyPiAgrees) {
  std::string pattern = testing::TempDir() + "hallmark_schema_XXXXXX";
  const std::filesystem::path folder = mkdtemp(pattern.data());
  std::vector<std::string> arguments = {HALLMARK_SOURCE_DIR "/reports/certificate.schema.json"};
  const auto add = [&](const Json& document) {
    const std::filesystem::path path = folder / (std::to_string(arguments.size()) + ".json");
    std::ofstream(path, std::ios::binary) << certificate_text(document);
    arguments.push_back(path.string());
  };
  add(to_json(every_outcome()));
  const std::vector<Json> broken = broken_documents();
  for (const Json& document : broken) add(document);
  const Ended ended = run_python("validate_certificate.py", arguments);
  std::filesystem::remove_all(folder);
  if (ended.status == module_missing || ended.status == program_missing) GTEST_SKIP() << ended.output;
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_EQ(ended.output, std::to_string(broken.size()) + " refused\n");
}

}  // namespace
}  // namespace hallmark::test
