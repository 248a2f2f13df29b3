// SPDX-License-Identifier: Apache-2.0
// SHA-256 of a file through OpenSSL's EVP interface, which uses the processor's SHA instructions.
#include "backends/file_digest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace hallmark {

namespace {

struct Descriptor {
  int number;
  explicit Descriptor(int fd) : number(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(number); }
};

}  // namespace

std::string file_sha256(const std::string& path) {
  const int number = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (number < 0) throw std::system_error(errno, std::generic_category(), path);
  const Descriptor file(number);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available in this OpenSSL");
  }
  std::vector<unsigned char> block(std::size_t{1} << 18);
  for (;;) {
    const ssize_t count = read(file.number, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::system_error(errno, std::generic_category(), path);
    if (count == 0) break;
    EVP_DigestUpdate(context.get(), block.data(), static_cast<std::size_t>(count));
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &length);
  return fmt::format("{:02x}", fmt::join(digest.data(), digest.data() + length, ""));
}

}  // namespace hallmark
