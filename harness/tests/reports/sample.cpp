// SPDX-License-Identifier: Apache-2.0
// Certificates to test reports with: one with every outcome and awkward strings, a small one, a realistic one.
#include "sample.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "formats/formats.h"

namespace hallmark::test {

namespace {

constexpr Count two_to_64 = Count{1} << 64;

std::string digest_of(char digit) { return std::string(64, digit); }

RequirementRecord requirement(const std::string& name, Count domain, std::uint64_t tried, std::uint64_t failed) {
  return {name, domain, tried, failed,
          failed != 0   ? Outcome::fail
          : domain == 0 ? Outcome::not_applicable
                        : Outcome::pass};
}

Certificate base(const std::string& name, const std::string& profile) {
  Certificate certificate;
  certificate.profile = profile;
  certificate.profile_sha256 = digest_of('a');
  certificate.level = "standard";
  certificate.operations_glob = "*";
  certificate.backend.spec = certificate.backend.name = name;
  certificate.backend.version = "1.0";
  certificate.backend.file_sha256 = digest_of('b');
  certificate.vectors = "none";
  certificate.provenance = {"2026-03-01T12:00:00Z", 1.25,         "AMD EPYC 9555 64-Core Processor",
                            "Linux 6.1.0",          "GCC 12.2.0", "hallmark certify",
                            {"avx512_bf16", "f16c"}};
  return certificate;
}

std::string joined(const std::vector<std::string>& strings) {
  std::string all;
  for (const std::string& text : strings) all += text + " ";
  return all;
}

}  // namespace

std::vector<std::string> awkward_strings() {
  using namespace std::string_literals;
  return {"\"quoted\" and 'single'",
          "<script>alert(1)</script>",
          "</style></pre><b>&amp;&lt;",
          "]]>",
          "{{backend}} {{&style}}",
          "line one\nline two\r\nthree",
          "tab\there",
          "bell\a nul\0 esc\x1b[31m"s,
          "caf\u00e9 \u03c0 \u6771\u4eac \U0001f600",
          "back`tick ``two`` | bar \\ *star* _under_ [link](x)",
          "reversed \u202e text",
          "malformed \xff\xc3( \xed\xa0\x80 end"};
}

OperationRecord operation(const std::string& signature, Outcome outcome) {
  OperationRecord record;
  record.signature = signature;
  record.outcome = outcome;
  if (outcome == Outcome::unsupported || outcome == Outcome::unknown || outcome == Outcome::not_run) return record;
  if (outcome == Outcome::not_applicable) return record;
  record.domain = 65536;
  record.tried = 65536;
  record.consistent = {{}};
  const std::uint64_t failed = outcome == Outcome::fail || outcome == Outcome::waived ? 7 : 0;
  record.failed = failed;
  record.requirements = {requirement("round_to_nearest_even", 65000, 65000, failed),
                         requirement("special_values", 536, 536, 0)};
  record.seconds = 0.001;
  return record;
}

AlongOperands along(const std::string& from, const std::string& to, int from_exponent, int to_exponent) {
  AlongOperands along;
  along.axis = axis_scale({*find_format(from), *find_format(to)});
  const std::size_t bins = along.axis.bins();
  along.tried.assign(bins, 1u << 20);
  along.error.assign(bins, "0.4999");
  for (const std::size_t bin : {along.axis.infinity(), along.axis.nan(), std::size_t{0}}) {
    along.tried[bin] = 1;
    along.error[bin] = "";
  }
  along.failed.assign(from_exponent <= to_exponent ? bins : 0, 0);
  for (int exponent = from_exponent; exponent <= to_exponent; ++exponent) {
    for (const bool negative : {false, true}) {
      if (negative && !along.axis.negative) continue;
      const std::size_t bin = along.axis.bin_of(negative, exponent);
      along.failed[bin] = 1000u << std::min<std::size_t>(along.axis.group_of(exponent), 10);
      along.error[bin] = exponent == to_exponent ? "inf" : "127.5";
    }
  }
  return along;
}

ErrorGrowth growth() {
  ErrorGrowth made;
  made.unit_exponent = -24;
  const char* errors[] = {"1.1e-7", "2.3e-7", "5.2e-7", "9e-7"};
  for (const char* rows : {"all_positive", "exponent_spread"}) {
    for (std::size_t i = 0; i < std::size(errors); ++i) {
      made.points.push_back({rows, std::uint64_t{16} << 2 * i, 16, errors[i], i == 0 ? "0" : "1.1e-8",
                             std::array{"8.941e-7", "3.756e-6", "1.521e-5", "6.098e-5"}[i]});
    }
  }
  return made;
}

Certificate every_outcome() {
  const std::vector<std::string> awkward = awkward_strings();
  Certificate certificate = base("every outcome", "ieee754");
  certificate.backend.name = joined(awkward);
  certificate.backend.device = awkward[8];
  certificate.backend.spec = "./it's a lib.so?mode=" + awkward[1];
  certificate.backend.opening_note = "set FTZ " + awkward[1];
  certificate.profile_title = "Title " + awkward[1] + awkward[8];
  certificate.traits = {{"accumulator_order", "sequential " + awkward[1]}, {awkward[2], awkward[4]}};
  certificate.waivers = {{{"match", "convert(*)"}, {"reason", joined(awkward)}, {"expires", 2027}}};
  // A waiver file is text, so nothing in it is malformed UTF-8.
  certificate.waivers[0]["reason"] = awkward[1] + awkward[8];
  certificate.provenance.command = "hallmark certify --backend '" + awkward[1] + "'";
  for (int i = 0; i <= static_cast<int>(Outcome::not_run); ++i) {
    const auto outcome = static_cast<Outcome>(i);
    OperationRecord record = operation("convert(float16)->" + std::string(outcome_name(outcome)), outcome);
    record.note = i % 2 == 1 ? "note of " + std::string(outcome_name(outcome)) + " " + awkward[1] : "";
    if (record.failed != 0) {
      for (std::size_t f = 0; f < awkward.size(); ++f) {
        record.findings.push_back({"id/" + std::to_string(f),
                                   "round_to_nearest_even",
                                   f + 1,
                                   awkward[f],
                                   {"0x3c01"},
                                   "0x3f80|0x3f81",
                                   "nan",
                                   "",
                                   "expected words",
                                   awkward[f],
                                   "hallmark " + awkward[f]});
      }
    }
    certificate.operations.push_back(record);
  }
  OperationRecord known = operation("convert(float32)->bfloat16", Outcome::fail);
  known.consistent.clear();
  known.along = along("float32", "bfloat16", 3, 3);
  known.accuracy = {1000,
                    990,
                    "1.25",
                    "0.250017",
                    {{"0", 10}, {"0.5", 980}, {"1.25", 9}, {"inf", 1}},
                    {{{"0x7f800001"}, "0x7f80", "inf"}, {{"0x3f808001"}, awkward[1], "1.25"}}};
  known.growth = growth();
  known.growth->points.push_back({"zz " + awkward[1], 16, 1, "0", "0", "1.5"});
  known.findings = {{"a/1",
                     "special_values",
                     3,
                     "NaN became infinity",
                     {"0x7f800001"},
                     "nan",
                     "0x7f80",
                     "",
                     "",
                     "",
                     "hallmark certify --case 'convert(float32)->bfloat16#0x7f800001'"},
                    {"a/2", "environment", 1, "result not written", {}, "", "", "", "", "", "hallmark certify"}};
  certificate.operations.push_back(known);
  return certificate;
}

Certificate small() {
  Certificate certificate = base("s", "ieee754");
  certificate.backend.version = "\u00e9\n\"";
  OperationRecord record = operation("convert(float64)->bfloat16", Outcome::pass);
  record.domain = two_to_64;
  record.consistent = {{{"flush", "operands"}, {"flushed_zero", "signed"}}};
  certificate.operations = {record};
  return certificate;
}

Certificate realistic() {
  Certificate certificate = base("avx512_bf16", "ieee754");
  certificate.profile_title = "IEEE 754-2019, subnormals kept, any NaN";
  certificate.backend.version = "VCVTNEPS2BF16";
  certificate.backend.device = "AMD EPYC 9555 64-Core Processor";
  certificate.provenance.command = "hallmark certify --backend avx512_bf16 --profile ieee754 --out hallmark-out";
  certificate.provenance.os = "Debian GNU/Linux 12 (bookworm), Linux 6.1.0-32-amd64";

  OperationRecord narrow;
  narrow.signature = "convert(float32)->bfloat16";
  narrow.outcome = Outcome::fail;
  narrow.domain = narrow.tried = 4294967296;
  narrow.failed = 16711678;
  narrow.seconds = 0.94;
  narrow.requirements = {
      requirement("round_to_nearest_even", 4261150720, 4261150720, 0), requirement("overflow", 262144, 262144, 0),
      requirement("subnormals", 16777214, 16777214, 16711678), requirement("special_values", 16777218, 16777218, 0)};
  narrow.consistent = {{{"signalling_nan", "quiet"}}};
  narrow.along = along("float32", "bfloat16", -133, -127);
  narrow.findings = {
      {"convert_float32_to_bfloat16/subnormals/1",
       "subnormals",
       16711678,
       "all 16,711,678 mismatches agree with flushing subnormal operands to a signed zero",
       {"0x00008001"},
       "0x0001",
       "0x0000",
       "",
       "",
       "",
       "hallmark certify --backend avx512_bf16 --profile ieee754 --case 'convert(float32)->bfloat16#0x00008001'"}};

  OperationRecord widen = operation("convert(bfloat16)->float32", Outcome::pass);
  widen.requirements = {requirement("round_to_nearest_even", 65024, 65024, 0), requirement("overflow", 0, 0, 0),
                        requirement("subnormals", 254, 254, 0), requirement("special_values", 258, 258, 0)};
  widen.along = along("bfloat16", "float32", 1, 0);
  widen.consistent = {{{"signalling_nan", "quiet"}}, {{"signalling_nan", "kept"}}};

  OperationRecord wide = operation("convert(float64)->bfloat16", Outcome::fail);
  wide.domain = two_to_64;
  wide.tried = 12583424;
  wide.failed = 129;
  wide.requirements = {requirement("round_to_nearest_even", two_to_64 - 1000000, 8388608, 129),
                       requirement("overflow", 400000, 262144, 0), requirement("subnormals", 300000, 131072, 0),
                       requirement("special_values", 300000, 4098, 0)};
  wide.along = along("float64", "bfloat16", -20, 40);
  wide.findings = {{"convert_float64_to_bfloat16/round_to_nearest_even/1",
                    "round_to_nearest_even",
                    129,
                    "all 129 mismatches agree with rounding to float32 first (double rounding)",
                    {"0x3ff0100000000001"},
                    "0x3f81",
                    "0x3f80",
                    "",
                    "",
                    "",
                    "hallmark certify --backend avx512_bf16 --profile ieee754 --case "
                    "'convert(float64)->bfloat16#0x3ff0100000000001'"}};

  OperationRecord dead = operation("convert(float32)->float8_e4m3fn", Outcome::crashed);
  dead.domain = 4294967296;
  dead.tried = 805306368;
  dead.note =
      "crashed: SIGSEGV in convert(float32)->float8_e4m3fn, part 3 of 16; rows 127 to 127 of call 9 show it alone";
  dead.requirements.clear();

  OperationRecord whole = operation("convert(float32)->int8", Outcome::pass);
  whole.domain = whole.tried = 4294967296;
  whole.requirements = {requirement("round_toward_zero", 2264924160, 2264924160, 0),
                        requirement("overflow", 1996488704, 1996488704, 0),
                        requirement("subnormals", 16777214, 16777214, 0),
                        requirement("special_values", 16777218, 16777218, 0),
                        requirement("consistency", 8128, 8128, 0),
                        requirement("environment", 1048704, 1048704, 0)};

  certificate.operations = {narrow,
                            widen,
                            wide,
                            dead,
                            operation("convert(float16)->bfloat16", Outcome::pass),
                            operation("convert(int8)->bfloat16", Outcome::pass),
                            whole,
                            operation("convert(float32)->float16", Outcome::unsupported),
                            operation("rotate(float16)->float16", Outcome::unknown)};
  return certificate;
}

}  // namespace hallmark::test
