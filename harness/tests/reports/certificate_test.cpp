// SPDX-License-Identifier: Apache-2.0
// Tests of certificates: verdicts, shape, digests, round trip, and that no byte of one can be changed unnoticed.
#include "reports/certificate.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "python.h"
#include "reports/json_text.h"
#include "reports/text.h"
#include "reports/write.h"
#include "sample.h"
#include "semantics/profile.h"

namespace hallmark::test {
namespace {

using Json = nlohmann::ordered_json;

class Folder {
 public:
  Folder() {
    std::string pattern = testing::TempDir() + "hallmark_reports_XXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// A document with its digests made right again, as someone who forges one would.
Json resealed(Json document) {
  for (const char* key : {"result_digest", "digest"}) {
    Json covered = document;
    covered.erase("digest");
    if (std::string(key) == "result_digest") {
      covered.erase("result_digest");
      covered.erase("provenance");
    }
    document[key] = sha256_hex(canonical_json(covered));
  }
  return document;
}

Verdict verdict_of(const std::vector<Outcome>& outcomes, bool shard = false) {
  Certificate certificate;
  for (const Outcome outcome : outcomes) certificate.operations.push_back(operation("f(float16)->float16", outcome));
  if (shard) certificate.parts = {"part_00"};
  return certificate.verdict();
}

TEST(Verdict, EveryPairOfOutcomes) {
  using enum Outcome;
  // Written out by hand, one row an outcome that joins a pass.
  const std::vector<std::pair<Outcome, Verdict>> beside_a_pass = {{pass, Verdict::conforms},
                                                                  {fail, Verdict::does_not_conform},
                                                                  {crashed, Verdict::does_not_conform},
                                                                  {waived, Verdict::conforms_with_waivers},
                                                                  {unsupported, Verdict::does_not_conform},
                                                                  {unknown, Verdict::conforms},
                                                                  {not_applicable, Verdict::conforms},
                                                                  {weak, Verdict::does_not_conform},
                                                                  {not_run, Verdict::does_not_conform}};
  for (const auto& [first, alone] : beside_a_pass) {
    EXPECT_EQ(verdict_of({pass, first}), alone) << outcome_name(first);
    EXPECT_EQ(verdict_of({first, pass}), alone) << outcome_name(first);
    if (first != pass) {
      EXPECT_EQ(verdict_of({first}), Verdict::does_not_conform) << "nothing passed";
    }
    for (const auto& [second, other] : beside_a_pass) {
      const Verdict worst = std::max(alone, other);  // the enumerators are ordered so
      EXPECT_EQ(verdict_of({pass, first, second}), worst) << outcome_name(first) << " " << outcome_name(second);
    }
  }
  EXPECT_EQ(verdict_of({}), Verdict::does_not_conform);
}

TEST(Verdict, ShardIsPartialAndSaysWhetherItFailed) {
  EXPECT_EQ(verdict_of({Outcome::pass}, true), Verdict::partial);
  EXPECT_EQ(verdict_of({Outcome::pass, Outcome::fail}, true), Verdict::partial);
  Certificate certificate = small();
  certificate.parts = {"p"};
  EXPECT_FALSE(certificate.failed());
  certificate.operations[0].outcome = Outcome::crashed;
  EXPECT_TRUE(certificate.failed());
}

TEST(Certificate, HasTheShapeOfTheDesign) {
  const Json json = to_json(realistic());
  const auto keys = [](const Json& object) {
    std::string all;
    for (const auto& [key, value] : object.items()) all += key + " ";
    return all;
  };
  EXPECT_EQ(keys(json), "hallmark claim backend seed parts operations traits waivers result_digest provenance digest ");
  EXPECT_EQ(keys(json["hallmark"]), "version schema vectors ");
  EXPECT_EQ(keys(json["claim"]), "profile profile_sha256 level operations verdict profile_title ");
  EXPECT_EQ(keys(json["backend"]), "name version device spec file_sha256 ");
  const Json& narrow = json["operations"][0];
  EXPECT_EQ(keys(narrow), "signature outcome domain tried failed consistent requirements findings along_operands ");
  EXPECT_EQ(keys(narrow["along_operands"]), "axis tried failed error_ulp ");
  EXPECT_EQ(keys(json["operations"][1]["along_operands"]), "axis tried error_ulp ") << "nothing failed";
  EXPECT_EQ(keys(narrow["requirements"][0]), "name domain tried failed outcome ");
  EXPECT_EQ(keys(narrow["findings"][0]), "id requirement count explanation operands expected got reproduce ");
  EXPECT_EQ(keys(json["provenance"]), "started seconds cpu flags os compiler command operation_seconds ");
  EXPECT_EQ(json["parts"], "all");
  EXPECT_EQ(narrow["consistent"], Json::parse(R"([{"signalling_nan": "quiet"}])"));
  EXPECT_EQ(json["claim"]["verdict"], "does not conform");
  EXPECT_EQ(narrow["failed"], 16711678);
}

TEST(Certificate, RoundTrips) {
  const Folder folder;
  for (const Certificate& certificate : {every_outcome(), small(), realistic()}) {
    const std::string text = certificate_text(to_json(certificate));
    const Certificate back = read_certificate(folder.write("certificate.json", text));
    EXPECT_EQ(certificate_text(to_json(back)), text);
    EXPECT_EQ(back.operations.size(), certificate.operations.size());
    EXPECT_EQ(back.verdict(), certificate.verdict());
  }
  const Certificate back = read_certificate(folder.write("c.json", certificate_text(to_json(small()))));
  EXPECT_EQ(back.backend.version, small().backend.version);
  EXPECT_TRUE(back.operations[0].domain == Count{1} << 64);
  EXPECT_EQ(back.operations[0].consistent, small().operations[0].consistent);
}

TEST(Certificate, WritesTwoToThe64InFull) {
  EXPECT_NE(certificate_text(to_json(small())).find("\"domain\": 18446744073709551616,"), std::string::npos);
  EXPECT_NE(canonical_json(to_json(small())).find("\"domain\":18446744073709551616,"), std::string::npos);
}

TEST(Certificate, ResultDigestLeavesOutProvenanceOnly) {
  const Json original = to_json(realistic());
  Certificate elsewhere = realistic();
  elsewhere.provenance = {"2027-01-01T00:00:00Z", 99, "another", "another", "another", "another", {}};
  for (OperationRecord& record : elsewhere.operations) record.seconds *= 3;
  EXPECT_EQ(to_json(elsewhere)["result_digest"], original["result_digest"]);
  EXPECT_NE(to_json(elsewhere)["digest"], original["digest"]);

  const std::vector<std::function<void(Certificate&)>> changes = {
      [](Certificate& c) { c.seed = 2; },
      [](Certificate& c) { c.level.append("x"); },
      [](Certificate& c) { c.backend.device += "x"; },
      [](Certificate& c) { c.suite_version.append("9"); },
      [](Certificate& c) { c.traits["a"] = "b"; },
      [](Certificate& c) {
        c.waivers.push_back({{"a", 1}});
      },
      [](Certificate& c) { c.parts = {"p"}; },
      [](Certificate& c) { c.operations[1].tried -= 1; },
      [](Certificate& c) { c.operations[0].findings[0].explanation += "."; },
      [](Certificate& c) { c.operations[0].consistent = {{}}; }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Certificate changed = realistic();
    changes[i](changed);
    EXPECT_NE(to_json(changed)["result_digest"], original["result_digest"]) << i;
  }
}

TEST(Certificate, AnyChangedByteIsFound) {
  const std::string text = certificate_text(to_json(small()));
  ASSERT_EQ(check_certificate_text(text), "");
  ASSERT_GT(text.size(), 1000u);
  for (std::size_t i = 0; i < text.size(); ++i) {
    // The neighbours that a parser may take for the same: the other case, a blank, another digit, another bit.
    const char byte = text[i];
    const auto flipped = [byte](int bit) { return static_cast<char>(static_cast<unsigned char>(byte) ^ bit); };
    for (const char other : {flipped(0x20), flipped(1), flipped(0x80), ' ', '\t', '\n', '0', 'e'}) {
      if (other == byte) continue;
      std::string changed = text;
      changed[i] = other;
      EXPECT_NE(check_certificate_text(changed), "") << "byte " << i << " as " << static_cast<int>(other);
    }
    std::string shorter = text, longer = text;
    EXPECT_NE(check_certificate_text(shorter.erase(i, 1)), "") << "without byte " << i;
    EXPECT_NE(check_certificate_text(longer.insert(i, 1, ' ')), "") << "blank before byte " << i;
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_NE(check_certificate_text(text + "\n"), "");
  EXPECT_NE(check_certificate_text("\xef\xbb\xbf" + text), "");
  EXPECT_NE(check_certificate_text(""), "");
}

TEST(Certificate, ForgedVerdictsAreFound) {
  const Json genuine = to_json(realistic());
  ASSERT_EQ(check_certificate(resealed(genuine)), "");
  const auto check = [&](const std::function<void(Json&)>& change) {
    Json document = genuine;
    change(document);
    return check_certificate(resealed(document));
  };
  EXPECT_NE(check([](Json& d) { d["claim"]["verdict"] = "conforms"; }).find("does not conform"), std::string::npos);
  EXPECT_NE(check([](Json& d) { d["operations"][0]["outcome"] = "pass"; }), "");
  EXPECT_NE(check([](Json& d) { d["operations"][1]["tried"] = 0; }), "");
  EXPECT_NE(check([](Json& d) { d["operations"][0]["along_operands"]["tried"].erase(0); }), "");
  EXPECT_NE(check([](Json& d) { d["operations"][0]["along_operands"]["axis"]["highest"] = -1000; }), "");
  EXPECT_NE(check([](Json& d) { d["operations"][0]["along_operands"]["failed"][0] = 2; }), "") << "one was tried there";
  EXPECT_NE(check([](Json& d) { d["operations"][1]["requirements"][0]["outcome"] = "fail"; }), "");
  const auto check_accuracy = [&](const std::function<void(Json&)>& change) {
    Json document = to_json(every_outcome());
    change(document["operations"].back()["accuracy"]);
    return check_certificate(resealed(document));
  };
  EXPECT_EQ(check_accuracy([](Json&) {}), "");
  EXPECT_NE(check_accuracy([](Json& a) { a["measured"] = 1001; }), "");
  EXPECT_NE(check_accuracy([](Json& a) { a["histogram"].erase(0); }), "");
  EXPECT_NE(check_accuracy([](Json& a) { a["correctly_rounded"] = 1001; }), "");
  const auto check_growth = [&](const std::function<void(Json&)>& change) {
    Json document = to_json(every_outcome());
    change(document["operations"].back()["error_growth"]["points"]);
    return check_certificate(resealed(document));
  };
  EXPECT_EQ(check_growth([](Json&) {}), "");
  EXPECT_NE(check_growth([](Json& points) { points = Json::array(); }).find("no points"), std::string::npos);
  EXPECT_NE(check_growth([](Json& points) { points[1] = points[0]; }).find("stands twice"), std::string::npos);
  EXPECT_NE(check_growth([](Json& points) { points[1]["mean"] = "1"; }).find("above the largest"), std::string::npos);
  EXPECT_NE(check([](Json& d) { d["parts"] = Json::array(), d["claim"]["verdict"] = "partial"; }), "");
}

TEST(Certificate, ReadingSaysWhatIsWrongOnOneLine) {
  const Folder folder;
  const std::string text = certificate_text(to_json(small()));
  std::string no_level = text, truncated = text.substr(0, text.size() / 2), hostile(100000, '[');
  no_level.replace(no_level.find("standard"), 8, "extremes");
  struct Row {
    std::string name, content, expected;
  };
  for (const auto& [name, content, expected] :
       std::vector<Row>{{"level.json", no_level, "claim.level: must be one of [\"quick\",\"standard\",\"exhaustive\"]"},
                        {"half.json", truncated, "is not JSON here"},
                        {"deep.json", hostile, "nests too deep"},
                        {"empty.json", "", "1:1: is not JSON here"},
                        {"list.json", "[]", "must be of type object"},
                        {"huge.json", "{\"seed\": 1e999}", "out of range"}}) {
    const std::filesystem::path path = folder.write(name, content);
    try {
      read_certificate(path);
      ADD_FAILURE() << name << " was read";
    } catch (const InputError& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.find(path.string()), 0u) << what;
      EXPECT_NE(what.find(expected), std::string::npos) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
  }
  EXPECT_THROW(read_certificate("/nonexistent/certificate.json"), InputError);
  EXPECT_THROW(read_certificate(std::filesystem::temp_directory_path()), InputError);
}

TEST(Certificate, PythonRecomputesTheDigests) {
  const Folder folder;
  for (const Certificate& certificate : {every_outcome(), small(), realistic()}) {
    const auto path = folder.write("certificate.json", certificate_text(to_json(certificate)));
    const Ended ended = run_python("read_certificate.py", {path.string()});
    if (ended.status == program_missing) GTEST_SKIP() << "no Python here";
    ASSERT_EQ(ended.status, 0) << ended.output;
    EXPECT_EQ(ended.output.find("hallmark,claim,backend"), 0u) << ended.output;
  }
  const auto path = folder.write("certificate.json", certificate_text(to_json(small())));
  EXPECT_NE(run_python("read_certificate.py", {path.string()}).output.find("18446744073709551616"), std::string::npos);
}

}  // namespace
}  // namespace hallmark::test
