// SPDX-License-Identifier: Apache-2.0
// Loading and calling shared libraries: every refusal has its line, every change of this thread is told and undone.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cfenv>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "backends/backend.h"
#include "backends/environment.h"
#include "backends/file_digest.h"

namespace hallmark {
namespace {

const std::string folder = std::string(HALLMARK_BINARY_DIR) + "/tests/running/";
const std::string tricks = folder + "tricks.so";

std::unique_ptr<Backend> open_spec(const std::string& text) { return open_backend(parse_spec(text)); }

std::string refusal(const std::string& spec) {
  try {
    open_spec(spec);
  } catch (const BackendError& error) {
    return error.what();
  }
  return "opened";
}

CallOutcome call(Backend& backend, const std::string& name) {
  const auto& operations = backend.description().operations;
  const auto found = std::find(operations.begin(), operations.end(), name + "(bfloat16)->bfloat16");
  EXPECT_NE(found, operations.end()) << name;
  std::uint16_t operand = 0x3f80, result = 0;
  const hallmark_arguments arguments{{&operand, nullptr, nullptr, nullptr}, &result, 1, 1, 1};
  return backend.call(static_cast<std::size_t>(found - operations.begin()), arguments);
}

TEST(Library, RefusesEachWrongTableWithItsReason) {
  const std::pair<const char*, const char*> defects[] = {
      {"abi", "has ABI 7"},
      {"flags", "flags has bits 0x10"},
      {"no_name", "has no name"},
      {"empty_name", "has no name"},
      {"alignment_3", "alignment is 3"},
      {"alignment_8192", "alignment is 8192"},
      {"granularity", "granularity is 65537"},
      {"no_operations", "has no operations"},
      {"huge_count", "operation_count is"},
      {"null_operations", "operations is NULL"},
      {"null_signature", "operation 0: signature is NULL"},
      {"null_kernel", "copy(float16)->float16: kernel is NULL"},
      {"malformed", "operation 0, \"copy(float16->float16\", column 13"},
      {"modifier_order", "must come before"},
      {"twice", "copy(bfloat16)->bfloat16 is offered twice, as operations 0 and 1"},
      {"throw", "hallmark_open threw std::runtime_error: cannot start"},
      {"null", "cannot run here"},
  };
  for (const auto& [defect, reason] : defects) {
    const std::string why = refusal(tricks + "?" + defect);
    EXPECT_NE(why.find(reason), std::string::npos) << defect << ": " << why;
    EXPECT_TRUE(why.starts_with(tricks + ": ")) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  }
}

TEST(Library, RefusesWhatIsNoLibrary) {
  EXPECT_NE(refusal(folder + "absent.so").find("No such file"), std::string::npos);
  EXPECT_NE(refusal(folder).find("is a directory"), std::string::npos);
  EXPECT_NE(refusal(folder + "no_symbol.so").find("does not export hallmark_open"), std::string::npos);
  const std::string text = testing::TempDir() + "hallmark_text.so";
  std::ofstream(text) << "not a shared library\n";
  EXPECT_NE(refusal(text).find("cannot be loaded"), std::string::npos);
  std::filesystem::remove(text);
  EXPECT_NE(refusal("exec:true").find("external programs are not supported"), std::string::npos);
  EXPECT_NE(refusal("").find("empty backend spec"), std::string::npos);
}

TEST(Library, DescribesItself) {
  const auto plain = open_spec(tricks);
  EXPECT_EQ(plain->description().name, "tricks");
  EXPECT_EQ(plain->description().version, "");
  EXPECT_EQ(plain->description().device, "two lines");
  EXPECT_EQ(plain->description().profile, "ieee754");
  EXPECT_EQ(plain->description().alignment, 1U);
  EXPECT_EQ(plain->description().granularity, 16U);
  EXPECT_TRUE(plain->description().exclusive);
  EXPECT_FALSE(plain->description().thread_safe);
  EXPECT_EQ(plain->description().opening_note, "");
  EXPECT_EQ(plain->description().operations.at(1), "set_ftz(bfloat16)->bfloat16");
  EXPECT_EQ(plain->description().file_sha256, file_sha256(tricks));
  EXPECT_EQ(plain->description().spec, tricks);
  const auto full = open_spec(tricks + "?full");
  EXPECT_EQ(full->description().version, "1.2");
  EXPECT_EQ(full->description().alignment, 64U);
  EXPECT_EQ(full->description().profile, std::nullopt);
  EXPECT_TRUE(full->description().thread_safe);
  for (const Backend* backend : {plain.get(), full.get()}) {
    const nlohmann::json json = backend->description();
    const nlohmann::json again = json.get<BackendDescription>();
    EXPECT_EQ(json, again);
  }
}

TEST(Library, AnUnknownFormatIsNoMistake) {
  EXPECT_EQ(open_spec(tricks + "?unknown_format")->description().operations.at(0), "copy(posit16)->posit16");
}

TEST(Library, OpeningLeavesNoTrace) {
  const auto folder_before = std::filesystem::current_path();
  const std::string locale_before = std::setlocale(LC_ALL, nullptr);
  const FloatingEnvironment before = current_environment();
  EXPECT_NE(open_spec(tricks + "?ftz_while_opening")->description().opening_note.find("flush to zero"),
            std::string::npos);
  EXPECT_EQ(current_environment(), before);
  open_spec(tricks + "?elsewhere");
  EXPECT_EQ(std::filesystem::current_path(), folder_before);
  EXPECT_EQ(std::string(std::setlocale(LC_ALL, nullptr)), locale_before);
}

TEST(Library, ShowsTheReasonPrintedOnStderr) {
  const std::string log = testing::TempDir() + "hallmark_stderr.txt";
  std::FILE* file = std::fopen(log.c_str(), "w+");
  ASSERT_NE(file, nullptr);
  const int before = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  const std::string why = refusal(tricks + "?null");
  dup2(before, STDERR_FILENO);
  close(before);
  std::fclose(file);
  EXPECT_EQ(why, tricks + ": cannot run here: this machine has no such unit");
  std::filesystem::remove(log);
}

TEST(Call, ComputesAndReports) {
  const auto backend = open_spec(tricks);
  std::uint16_t operand[2] = {0x3f80, 0x4000}, result[2] = {0, 0};
  const hallmark_arguments arguments{{operand, nullptr, nullptr, nullptr}, result, 2, 1, 1};
  EXPECT_TRUE(backend->call(0, arguments).ok());
  EXPECT_EQ(result[0], 0x3f80);
  EXPECT_EQ(result[1], 0x4000);
  EXPECT_EQ(call(*backend, "fail").status, 3);
  EXPECT_FALSE(call(*backend, "fail").ok());
  EXPECT_EQ(call(*backend, "fail").fault, "");
  EXPECT_EQ(call(*backend, "fail").message, "");
  const auto telling = open_spec(tricks + "?full");
  EXPECT_EQ(call(*telling, "fail").message, "unit 3 lost");
  EXPECT_EQ(call(*telling, "copy").message, "");
}

TEST(Call, DescribesExceptions) {
  const auto backend = open_spec(tricks);
  EXPECT_EQ(call(*backend, "throw_error").fault, "threw std::runtime_error: no such luck");
  EXPECT_EQ(call(*backend, "throw_number").fault, "threw int");
}

TEST(Call, RestoresAndNamesAChangedEnvironment) {
  const auto backend = open_spec(tricks);
  const FloatingEnvironment before = current_environment();
  EXPECT_EQ(call(*backend, "set_ftz").fault, "changed MXCSR from 0x1f80 to 0x9fc0 (flush to zero, denormals are zero)");
  EXPECT_EQ(current_environment(), before);
  const std::string upward = call(*backend, "set_upward").fault;
  EXPECT_NE(upward.find("rounding upward"), std::string::npos) << upward;
  EXPECT_NE(upward.find("MXCSR"), std::string::npos) << upward;
  EXPECT_NE(upward.find("x87 control word"), std::string::npos) << upward;
  EXPECT_EQ(current_environment(), before);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_EQ(call(*backend, "set_x87_precision").fault,
            "changed the x87 control word from 0x037f to 0x007f (precision)");
  EXPECT_EQ(current_environment(), before);
  EXPECT_EQ(call(*backend, "set_ftz_and_throw").fault,
            "threw std::runtime_error: both; changed MXCSR from 0x1f80 to 0x9f80 (flush to zero)");
  EXPECT_EQ(current_environment(), before);
  EXPECT_TRUE(call(*backend, "copy").ok());
}

TEST(Call, StickyFlagsAreNoChange) {
  const auto backend = open_spec(tricks);
  EXPECT_TRUE(call(*backend, "raise_inexact").ok());
}

TEST(Call, AForkedCopyDoesNotComeBack) {
  const auto backend = open_spec(tricks);
  void* page = mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  auto* returns = static_cast<volatile int*>(page);
  const pid_t self = getpid();
  const bool ok = call(*backend, "fork_twice").ok();
  *returns = *returns + 1;
  if (getpid() != self) _exit(0);
  EXPECT_TRUE(ok);
  EXPECT_EQ(*returns, 1);
  munmap(page, sizeof(int));
}

TEST(Spec, IsReadByItsForm) {
  const BackendSpec library = parse_spec("./libmychip.so?mode=fast?x");
  EXPECT_EQ(library.kind, BackendSpec::Kind::library);
  EXPECT_EQ(library.target, "./libmychip.so");
  EXPECT_EQ(library.options, "mode=fast?x");
  const BackendSpec program = parse_spec("exec:python3 my_backend.py --device a?b");
  EXPECT_EQ(program.kind, BackendSpec::Kind::program);
  EXPECT_EQ(program.target, "python3 my_backend.py --device a?b");
  EXPECT_EQ(program.options, "");
  EXPECT_EQ(parse_spec("mine.so").kind, BackendSpec::Kind::library);
  EXPECT_THROW(parse_spec("exec:  "), BackendError);
  EXPECT_THROW(parse_spec("?x"), BackendError);
}

TEST(Spec, BuiltInBackendsAreFoundByName) {
  setenv("HALLMARK_BACKENDS", folder.c_str(), 1);
  const auto names = built_in_backends();
  EXPECT_NE(std::find(names.begin(), names.end(), "tricks"), names.end());
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  const BackendSpec spec = parse_spec("tricks?full");
  EXPECT_EQ(spec.kind, BackendSpec::Kind::built_in);
  EXPECT_EQ(open_backend(spec)->description().version, "1.2");
  const std::string why = refusal("trickz");
  EXPECT_NE(why.find("no built-in backend is named 'trickz'; there are: "), std::string::npos) << why;
  EXPECT_NE(why.find("tricks"), std::string::npos) << why;
  unsetenv("HALLMARK_BACKENDS");
}

TEST(FileDigest, IsSha256) {
  const std::string path = testing::TempDir() + "hallmark_abc.txt";
  std::ofstream(path) << "abc";
  // FIPS 180-2, appendix B.1.
  EXPECT_EQ(file_sha256(path), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace hallmark
