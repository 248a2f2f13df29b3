// SPDX-License-Identifier: Apache-2.0
// Backends cuda_reductions and cublas, as a user runs them: on a device where there is one, refused with the reason
// where not, and on a pretended runtime everywhere.
#include <gtest/gtest.h>

#include "tests/certify/certify_backend.h"

namespace hallmark {
namespace {

/// Certifies the reductions of a test backend, all of which must pass.
void expect_conforming(const std::string& spec, std::size_t operations) {
  CertifyRun run;
  certify(run, spec, {"--level", "quick"});
  ASSERT_EQ(run.process.exit_code, 0) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(certificate.at("operations").size(), operations);
  for (const nlohmann::json& operation : certificate.at("operations")) {
    EXPECT_EQ(operation.at("outcome"), "pass") << operation.at("signature");
    EXPECT_GT(operation.at("tried").get<std::uint64_t>(), 1000u) << operation.at("signature");
  }
}

// Kills: rows or columns exchanged, an array that does not grow with its call, results read before the kernel has
// ended, an initial value left over from another call, a format of another size.
TEST(CudaReductionsOnHost, Conform) { expect_conforming(test_backend("cuda_reductions_on_host.so"), 21); }

void expect_refused(const std::string& backend, const std::string& words) {
  CertifyRun run;
  certify(run, test_backend(backend), {"--level", "quick"});
  EXPECT_EQ(run.process.exit_code, 3) << backend;
  EXPECT_NE(run.process.err.find(words), std::string::npos) << run.process.err;
}

TEST(CudaReductionsOnHost, OptionsAreCheckedInOneLine) {
  expect_refused("cuda_reductions_on_host.so?units=fast", "write units=tensor_cores");
  expect_refused("cuda_reductions_on_host.so?device=2", "there is no device 2");
  expect_refused("cuda_reductions_on_host.so?unit=fast", "unknown option 'unit=fast'");
}

/// What the instructions leave unspecified is no profile's claim.
void expect_no_claim(const std::string& backend) {
  CertifyRun run;
  certify(run, test_backend(backend), {"--level", "quick"});
  EXPECT_EQ(run.process.exit_code, 2) << run.process.err;
}

TEST(CudaReductionsOnHost, TensorCoresClaimNoProfile) {
  expect_no_claim("cuda_reductions_on_host.so?units=tensor_cores");
}

#ifdef HALLMARK_CUBLAS_BUILT
// Kills: the operands of C^T = B^T A^T exchanged, a leading dimension of another matrix, beta = 0 with an initial
// value, a depth of nothing.
TEST(CublasOnHost, Conforms) { expect_conforming(test_backend("cublas_on_host.so"), 10); }

TEST(CublasOnHost, OptionsAreCheckedInOneLine) {
  expect_refused("cublas_on_host.so?compute=16f", "the accepted ones are 32f, 32f_pedantic, 32f_fast_tf32");
}

TEST(CublasOnHost, Tf32ClaimsNoProfile) { expect_no_claim("cublas_on_host.so?compute=32f_fast_tf32"); }
#endif

// What a device answers is its certificate's to say; that it is asked everything is this test's.
void expect_certified(const std::string& backend, std::vector<std::string> options, std::size_t operations) {
  CertifyRun run;
  options.insert(options.begin(), {"--level", "quick"});
  certify(run, backend, options);
  if (run.process.exit_code == 3) {
    EXPECT_NE(run.process.err.find("no CUDA device: "), std::string::npos) << run.process.err;
    GTEST_SKIP() << run.process.err;
  }
  ASSERT_LE(run.process.exit_code, 1) << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(certificate.at("operations").size(), operations);
  for (const nlohmann::json& operation : certificate.at("operations")) {
    EXPECT_GT(operation.at("tried").get<std::uint64_t>(), 0u) << operation.at("signature");
    EXPECT_NE(operation.at("outcome"), "crashed") << operation.at("signature");
  }
}

#ifdef HALLMARK_CUDA_BUILT
TEST(CudaReductionsDevice, ChainsAreCertified) { expect_certified("cuda_reductions", {}, 21); }
TEST(CudaReductionsDevice, TensorCoresAreCertified) {
  expect_certified("cuda_reductions?units=tensor_cores", {"--profile", "cuda"}, 6);
}
#endif
#ifdef HALLMARK_CUBLAS_BUILT
TEST(CublasDevice, IsCertified) { expect_certified("cublas", {}, 10); }
#endif

}  // namespace
}  // namespace hallmark
