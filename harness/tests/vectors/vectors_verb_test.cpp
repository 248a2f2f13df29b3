// SPDX-License-Identifier: Apache-2.0
// `hallmark vectors` as a user runs it: the shipped files are reproducible, and every damage is found with its place.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/certify/certificates.h"
#include "tests/certify/hallmark_process.h"

namespace hallmark {
namespace {

namespace fs = std::filesystem;

const fs::path shipped = fs::path(HALLMARK_SOURCE_DIR) / "vectors";
constexpr char narrowing[] = "ieee754/convert_float32_to_bfloat16.csv";

void write_bytes(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

void replace_in(const fs::path& path, const std::string& part, const std::string& other) {
  std::string bytes = read_bytes(path);
  const std::size_t at = bytes.find(part);
  ASSERT_NE(at, std::string::npos) << path << " has no " << part;
  write_bytes(path, bytes.replace(at, part.size(), other));
}

/// A copy of the shipped vectors to damage, which hallmark takes for its own.
class VectorsVerb : public testing::Test {
 protected:
  void SetUp() override { fs::copy(shipped, copy, fs::copy_options::recursive); }

  Finished vectors(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "vectors");
    return run_hallmark(arguments, {.folder = folder.path(), .environment = {{"HALLMARK_VECTORS", copy.string()}}});
  }
  /// Exit 2 and exactly this line.
  static void expect_refused(const Finished& finished, const std::string& line) {
    EXPECT_EQ(finished.exit_code, 2) << finished.out;
    EXPECT_EQ(finished.err, "hallmark: " + line + "\n");
  }

  ScratchFolder folder;
  fs::path copy = folder.path() / "vectors";
};

/// Kills: a result, order or note that depends on the run, the machine's modes or a hash table; a stale shipped file.
TEST_F(VectorsVerb, TwoGenerationsAndTheShippedFilesAreTheSameBytes) {
  for (const char* out : {"one", "two"}) {
    const Finished finished = vectors({"generate", "--out", out});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
  }
  const std::vector<std::string> files = files_under(folder.path() / "one");
  // Conversions: 72 pairs of nine formats, 16 of them with bfloat16 under tpu. Of two formats 32 elementwise
  // operations and 29 functions, and products delivered in float32. The manifest.
  EXPECT_EQ(files.size(), 72u + 16u + 2u * (32u + 29u) + 1u + 1u);
  EXPECT_EQ(files_under(folder.path() / "two"), files);
  EXPECT_EQ(files_under(shipped), files);
  for (const std::string& file : files) {
    const std::string bytes = read_bytes(folder.path() / "one" / file);
    EXPECT_TRUE(bytes == read_bytes(folder.path() / "two" / file)) << file;
    if (file != "manifest.json") {
      EXPECT_TRUE(bytes == read_bytes(shipped / file)) << file;
    }
  }
}

TEST_F(VectorsVerb, CheckPassesTheShippedFiles) {
  const Finished all = vectors({"check"});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_NE(all.out.find("211 files, "), std::string::npos) << all.out;
  const Finished one = vectors({"check", (copy / narrowing).string()});
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_NE(one.out.find("every row is what MPFR"), std::string::npos) << one.out;
}

/// Kills: a check that compares digests alone, or not at all: the changed digit is named with its line and the right
/// one.
TEST_F(VectorsVerb, AChangedDigitIsFound) {
  replace_in(copy / narrowing, "0x3f808000,0x3f80,tie", "0x3f808000,0x3f81,tie");
  const std::string bytes = read_bytes(copy / narrowing);
  const auto line =
      std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(bytes.find("0x3f808000,")), '\n') + 1;
  const std::string path = (copy / narrowing).string();
  const std::string expected =
      path + ":" + std::to_string(line) +
      ": convert(float32)->bfloat16 of 0x3f808000 gives 0x3f80 under ieee754, the file says 0x3f81; "
      "correct the row";
  expect_refused(vectors({"check"}), expected);
  expect_refused(vectors({"check", path}), expected);
}

/// Kills: a check that sees only results.
TEST_F(VectorsVerb, AChangedNoteIsFound) {
  replace_in(copy / narrowing, "CV02", "CV03");
  const Finished all = vectors({"check"});
  EXPECT_EQ(all.exit_code, 2);
  EXPECT_NE(all.err.find(narrowing), std::string::npos) << all.err;
  EXPECT_NE(all.err.find("CV03: tie to even: down\" stands where MPFR"), std::string::npos) << all.err;
  const Finished one = vectors({"check", (copy / narrowing).string()});
  EXPECT_EQ(one.exit_code, 2);
  EXPECT_NE(one.err.find(": SHA-256 is "), std::string::npos) << one.err;
}

TEST_F(VectorsVerb, AWrongManifestIsFound) {
  const std::string manifest = (copy / "manifest.json").string();
  const std::string good = read_bytes(manifest);
  const std::string mend = "; run `hallmark vectors generate`";
  replace_in(manifest, "\"sha256\": \"", "\"sha256\": \"0");
  EXPECT_NE(vectors({"check"}).err.find(manifest + ": says SHA-256 \"0"), std::string::npos);
  EXPECT_EQ(vectors({"check"}).exit_code, 2);
  write_bytes(manifest, good);
  replace_in(manifest, "\"rows\": ", "\"rows\": 1");
  EXPECT_NE(vectors({"check"}).err.find(" rows of "), std::string::npos);
  write_bytes(manifest, "{\n \"hallmark_vectors\": 1,\n");
  expect_refused(vectors({"check"}), manifest + ":3: is not JSON" + mend);
  write_bytes(manifest, "{\"hallmark_vectors\": 1, \"files\": []}");
  expect_refused(vectors({"check"}), manifest + ": lists no files" + mend);
  write_bytes(manifest, "{\"hallmark_vectors\": 1, \"files\": [{\"file\": \"x\"}]}");
  expect_refused(vectors({"check"}),
                 manifest + ": files[0] is no entry with file, sha256, rows, mpfr and generator" + mend);
  fs::remove(manifest);
  EXPECT_EQ(vectors({"check"}).exit_code, 2);
}

/// Kills: a check that goes through what is there and never misses what is not.
TEST_F(VectorsVerb, AMissingFileAndAStrangerAreFound) {
  fs::rename(copy / narrowing, copy / "ieee754/old.csv");
  const Finished finished = vectors({"check"});
  EXPECT_EQ(finished.exit_code, 2);
  EXPECT_NE(finished.err.find((copy / narrowing).string() + ": cannot be read: No such file"), std::string::npos)
      << finished.err;
  EXPECT_NE(finished.err.find((copy / "ieee754/old.csv").string() + ": is not generated"), std::string::npos)
      << finished.err;
}

TEST_F(VectorsVerb, FilesThatAreNoneAreRefused) {
  expect_refused(vectors({"check", copy.string()}), copy.string() + ": is a directory; name a file in it");
  expect_refused(vectors({"check", "absent.csv"}),
                 "absent.csv: cannot be read: No such file or directory; check the name and the permissions");
  expect_refused(vectors({"check", "/dev/null"}), "/dev/null: is no regular file; copy what it gives into one");
  if (geteuid() != 0) {
    fs::permissions(copy / narrowing, fs::perms::none);
    expect_refused(
        vectors({"check", (copy / narrowing).string()}),
        (copy / narrowing).string() + ": cannot be read: Permission denied; check the name and the permissions");
  }
  folder.write("empty.csv", "");
  expect_refused(vectors({"check", "empty.csv"}),
                 "empty.csv:1:1: the file is empty; it begins with the line \"# hallmark vectors 1\"");
}

/// Kills: a check that stops being one for files of other profiles, operations or names.
TEST_F(VectorsVerb, ForeignFilesAreChecked) {
  const std::string head = "# hallmark vectors 1\n# operation: ", columns = "# rows: 1\noperand0,result,class,note\n";
  folder.write("flush.csv", head + "convert(float32)->bfloat16\n# profile: avx512_bf16\n" + columns +
                                "0x00400000,0x0000,subnormals,\n");
  EXPECT_EQ(vectors({"check", "flush.csv"}).exit_code, 0);
  folder.write("keep.csv", head + "convert(float32)->bfloat16\n# profile: avx512_bf16\n" + columns +
                               "0x00400000,0x0040,subnormals,\n");
  expect_refused(
      vectors({"check", "flush.csv", "keep.csv"}),
      "keep.csv:6: convert(float32)->bfloat16 of 0x00400000 gives 0x0000 under avx512_bf16, the file says 0x0040; "
      "correct the row");
  folder.write("code.csv", head + "convert(float32)->bfloat16\n# profile: ieee754\n" + columns +
                               "0x7f800001,0x7fc0,special_values,\n");
  expect_refused(vectors({"check", "code.csv"}),
                 "code.csv:6: convert(float32)->bfloat16 of 0x7f800001 gives nan under ieee754, the file says 0x7fc0; "
                 "correct the row");
  folder.write("profile.csv",
               head + "convert(float32)->bfloat16\n# profile: ieee745\n" + columns + "0x00400000,0x0040,subnormals,\n");
  const Finished unknown = vectors({"check", "profile.csv"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("profile.csv:3: no profile is named \"ieee745\"; did you mean \"ieee754\"?"),
            std::string::npos)
      << unknown.err;
  folder.write("exp.csv",
               head + "exp(bfloat16)->bfloat16\n# profile: ieee754\n" + columns + "0xc0e0,0x3a6f..0x3a70,rounding,\n");
  expect_refused(vectors({"check", "exp.csv"}),
                 "exp.csv:6: exp(bfloat16)->bfloat16 of 0xc0e0 gives 0x3a6e..0x3a70 under ieee754, the file says "
                 "0x3a6f..0x3a70; correct the row");
  folder.write("relu.csv",
               head + "relu(bfloat16)->bfloat16\n# profile: ieee754\n" + columns + "0x0000,0x0000,exact,\n");
  expect_refused(vectors({"check", "relu.csv"}),
                 "relu.csv:2: this version checks no vectors of relu(bfloat16)->bfloat16");
}

TEST_F(VectorsVerb, UnwritableOutIsAMachineError) {
  folder.write("file", "");
  const Finished finished = vectors({"generate", "--out", "file/vectors"});
  EXPECT_EQ(finished.exit_code, 3);
  EXPECT_EQ(finished.error_lines().size(), 1u);
}

}  // namespace
}  // namespace hallmark
