// SPDX-License-Identifier: Apache-2.0
#include "cli/vector_judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "inputs/testfloat_file.h"
#include "judging/describe.h"
#include "judging/diagnose.h"
#include "judging/findings.h"
#include "suite.h"

namespace hallmark {
namespace {

struct JudgeArguments {
  std::string operation, profile = "ieee754", format, results;
};

Signature signature_of(const std::string& text, const Profile& profile) {
  auto parsed = parse_signature(text, [&](std::string_view name) { return profile.find_format(name); });
  if (const auto* error = std::get_if<SignatureError>(&parsed)) {
    throw InputError(fmt::format("--operation {}:{}: {}", text, error->column, error->what));
  }
  return std::get<Signature>(std::move(parsed));
}

/// Where in the file the finding's operands stand first.
std::size_t line_of(const TestfloatFile& file, const Signature& signature, const Finding& finding) {
  for (std::size_t row = 0; row < file.results.size(); ++row) {
    bool same = finding.operands.size() == signature.operands.size() &&
                hex_code(signature.result, file.results[row]) == finding.got;
    for (std::size_t i = 0; same && i < signature.operands.size(); ++i) {
      same = hex_code(signature.operands[i], file.operands[i][row]) == finding.operands[i];
    }
    if (same) return file.lines[row];
  }
  return 0;
}

ExitStatus judge(const JudgeArguments& arguments) {
  const Profile profile = load_profile(arguments.profile);
  const Signature signature = signature_of(arguments.operation, profile);
  const Suite* suite = suite_of(signature);
  if (suite == nullptr) {
    throw InputError(
        fmt::format("--operation {}: this version judges no such operation; `hallmark list operations` "
                    "says which",
                    arguments.operation));
  }
  const TestfloatFile file = read_testfloat_file(arguments.results, signature);
  const OfferedOperation operation{signature, 0, profile.resolve(signature)};
  const Tally tally = suite->judge(operation, profile, file.operands, file.results);
  const OperationRecord record = diagnose(suite->context(operation, profile), tally);
  fmt::print("{}: {} under {}: {} line{}, {} wrong\n", arguments.results, arguments.operation, profile.name,
             grouped_digits(file.results.size()), file.results.size() == 1 ? "" : "s", grouped_digits(record.failed));
  int number = 0;
  for (const Finding& finding : record.findings) {
    fmt::print("\n  {}. {}: {}\n", ++number, finding.requirement, finding.explanation);
    fmt::print("     {}:{}: operands {}: expected {}, got {}\n", arguments.results, line_of(file, signature, finding),
               fmt::join(finding.operands, " "), finding.expected, finding.got);
    fmt::print("     operands  {}\n     expected  {}\n     got       {}\n", finding.operands_text,
               finding.expected_text, finding.got_text);
  }
  return record.findings.empty() ? exit_conforms : exit_does_not_conform;
}

}  // namespace

void add_vectors_judge(CLI::App& vectors, Action& action) {
  auto arguments = std::make_shared<JudgeArguments>();
  CLI::App* verb =
      vectors.add_subcommand("judge", "judge results from a file: exit 0: all right; 1: not; 2: malformed");
  verb->add_option("results", arguments->results, "operands, result and flags in hex, a line each")->required();
  verb->add_option("--operation", arguments->operation, "such as 'add(float16,float16)->float16'")->required();
  verb->add_option("--format", arguments->format, "how the file is written: testfloat")
      ->required()
      ->check(CLI::IsMember({"testfloat"}));
  verb->add_option("--profile", arguments->profile, "name or file")->capture_default_str();
  verb->callback([arguments, &action] { action = [arguments] { return judge(*arguments); }; });
}

}  // namespace hallmark
