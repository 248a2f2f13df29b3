// SPDX-License-Identifier: Apache-2.0
// Directed probes: what each accumulator known by name gives for inputs chosen to tell accumulators apart.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "semantics/named_accumulators.h"
#include "semantics/profile.h"
#include "tests/reductions/rows.h"
#include "truth/accumulators.h"

namespace hallmark::test {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::uint64_t hexadecimal(const std::string& text) { return std::stoull(text, nullptr, 16); }

struct Probe {
  std::string name;
  Row row;
  std::map<std::string, std::string> words;  ///< by accumulator
};

std::vector<Probe> probes() {
  std::ifstream file(HALLMARK_SOURCE_DIR "/harness/tests/reductions/probes.csv");
  std::vector<Probe> found;
  std::vector<std::string> heading;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const std::vector<std::string> cells = split(line, ',');
    if (heading.empty()) {
      heading = cells;
      continue;
    }
    Probe probe{cells.at(0), {}, {}};
    probe.row.initial = hexadecimal(cells.at(1));
    for (const std::string& code : split(cells.at(2), ' ')) probe.row.left.push_back(hexadecimal(code));
    for (const std::string& code : split(cells.at(3), ' ')) probe.row.right.push_back(hexadecimal(code));
    for (std::size_t i = 4; i < heading.size(); ++i) probe.words[heading[i]] = cells.at(i);
    found.push_back(probe);
  }
  return found;
}

const Reduction& operation() {
  static const Reduction dot = reduction("dot(bfloat16,bfloat16,float32)->float32");
  return dot;
}

CodeSet simulated(const NamedAccumulator& accumulator, const Row& row) {
  return AccumulatorSimulation(operation(), accumulator.semantics).result(row);
}

// Kills: a model with another order, alignment, rounding, flush, overflow or place of the initial value.
TEST(Probes, GiveWhatTheTableSays) {
  std::size_t cells = 0;
  for (const Probe& probe : probes()) {
    for (const auto& [name, word] : probe.words) {
      SCOPED_TRACE(probe.name + " " + name);
      ++cells;
      NamedAccumulator accumulator = named_accumulator(name);
      // The table's tree has the probe's three products as leaves, halved; the unit fills its four with a zero.
      if (probe.name == "P10" && name == "cdna2") {
        EXPECT_EQ(simulated(accumulator, probe.row).low, 0x3f800000u);
        accumulator.semantics.accumulator.order = "(c,(0,(1,2)))";
      }
      const CodeSet result = simulated(accumulator, probe.row);
      if (word == "nan") {
        EXPECT_TRUE(float32.is_nan(result.low) && float32.is_nan(result.high));
      } else {
        ASSERT_TRUE(result.is_single());
        EXPECT_EQ(result.low, hexadecimal(word)) << std::hex << result.low << " is not " << word;
      }
    }
  }
  EXPECT_EQ(cells, 31u * 14u);
}

// Kills: a shipped profile whose fields say something else than the unit it is of.
TEST(Probes, AreAnsweredAlikeByShippedProfiles) {
  const std::tuple<const char*, const char*, const char*> shipped[] = {
      {"avx512_bf16", "vdpbf16ps", "dot(bfloat16,bfloat16,float32)->float32"},
      {"arm_bf16", "bfdot", "dot(bfloat16,bfloat16,float32)->float32"},
      {"arm_bf16", "bfdot", "matmul(bfloat16,bfloat16)->float32"},
      {"arm_ebf16", "bfdot_extended", "dot(bfloat16,bfloat16,float32)->float32"},
      {"arm_ebf16", "bfdot_extended", "matmul(bfloat16,bfloat16,float32)->float32"},
      {"riscv_zvfbfwma", "vfwmaccbf16", "dot(bfloat16,bfloat16)->float32"},
      {"riscv_zvfbfwma", "vfwmaccbf16", "matmul(bfloat16,bfloat16,float32)->float32"},
      {"cuda_sm70", "v100", "dot(float16,float16)->float32"},
      {"cuda_sm70", "v100", "matmul(float16,float16,float32)->float32"},
      {"cuda_sm80", "a100", "dot(bfloat16,bfloat16,float32)->float32"},
      {"cuda_sm80", "a100", "matmul(float16,float16)->float32"},
      {"cuda_sm90", "h100", "dot(bfloat16,bfloat16)->float32"},
      {"cuda_sm90", "h100", "matmul(bfloat16,bfloat16,float32)->float32"},
      {"cuda_sm90", "hopper_fp8", "dot(float8_e4m3fn,float8_e4m3fn)->float32"},
      {"cuda_sm90", "hopper_fp8", "matmul(float8_e5m2,float8_e4m3fn,float32)->float32"},
  };
  for (const auto& [profile, unit, text] : shipped) {
    SCOPED_TRACE(std::string(profile) + ' ' + text);
    const Signature signature = std::get<Signature>(parse_signature(text));
    const auto found = load_profile(profile).resolve(signature);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].semantics.accumulator.exact_model);
    AccumulatorSimulation simulation(operation(), found[0].semantics);
    std::size_t compared = 0;
    for (const Probe& probe : probes()) {
      // Of numbers RISC-V's unit is a chain of fused multiply-adds.
      const std::string& word = probe.words.at(std::string_view(unit) == "vfwmaccbf16" ? "fma_chain" : unit);
      const CodeSet result = simulation.result(probe.row);
      ++compared;
      EXPECT_EQ(word == "nan", float32.is_nan(result.low)) << probe.name;
      if (word == "nan") continue;
      EXPECT_EQ(result, CodeSet::single(hexadecimal(word))) << probe.name;
    }
    EXPECT_EQ(compared, 31u);
    const Row nan{{0xffc1}, {0x3f80}, 0};
    EXPECT_EQ(simulation.result(nan), simulated(named_accumulator(unit), nan));
  }
}

// Kills: a catalogue with two names for one arithmetic, but for those that differ in NaN alone.
TEST(Probes, TellNamedAccumulatorsApart) {
  std::map<std::string, std::set<std::string>> names;  // by the answers to all probes, both signs
  for (const NamedAccumulator& accumulator : named_accumulators()) {
    std::ostringstream answers;
    for (Probe probe : probes()) {
      for (const bool flip : {false, true}) {
        if (flip) {
          for (std::uint64_t& code : probe.row.left) code ^= bfloat16.sign_mask();
          *probe.row.initial ^= float32.sign_mask();
        }
        const CodeSet result = simulated(accumulator, probe.row);
        answers << (float32.is_nan(result.low) ? "nan" : std::to_string(result.low)) << ' ';
      }
    }
    names[answers.str()].insert(std::string(accumulator.name));
  }
  std::set<std::set<std::string>> alike;
  for (const auto& [answers, group] : names) {
    if (group.size() > 1) alike.insert(group);
  }
  EXPECT_EQ(alike, (std::set<std::set<std::string>>{{"fma_chain", "vfwmaccbf16"}}));
}

}  // namespace
}  // namespace hallmark::test
