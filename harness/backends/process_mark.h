// SPDX-License-Identifier: Apache-2.0
// Tells a worker from a copy of it that a backend forked and that came back out of a kernel.
#pragma once

#include <atomic>

namespace hallmark {

/// Whether this process is the one that called mark_process(), not a fork of it. One load: a word in a page that the
/// kernel wipes in a forked child (MADV_WIPEONFORK), because getpid() would cost more than a small kernel call.
class ProcessMark {
 public:
  ProcessMark();
  ~ProcessMark();
  ProcessMark(const ProcessMark&) = delete;
  ProcessMark& operator=(const ProcessMark&) = delete;

  bool is_copy() const { return word_ != nullptr && word_->load(std::memory_order_relaxed) == 0; }
  /// Ends a forked copy at once and silently: it would judge and report everything a second time.
  void end_copy() const;

 private:
  std::atomic<unsigned>* word_ = nullptr;
};

}  // namespace hallmark
