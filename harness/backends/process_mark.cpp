// SPDX-License-Identifier: Apache-2.0
// The wiped-on-fork page behind ProcessMark.
#include "backends/process_mark.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace hallmark {

namespace {

std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

ProcessMark::ProcessMark() {
  void* page = mmap(nullptr, page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return;
  // Without MADV_WIPEONFORK (Linux before 4.14) a copy cannot be told apart, and nobody is called one.
  if (madvise(page, page_size(), MADV_WIPEONFORK) != 0) {
    munmap(page, page_size());
    return;
  }
  word_ = new (page) std::atomic<unsigned>(1);
}

ProcessMark::~ProcessMark() {
  if (word_ != nullptr) munmap(word_, page_size());
}

void ProcessMark::end_copy() const {
  if (is_copy()) _exit(0);
}

}  // namespace hallmark
