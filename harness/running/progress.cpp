// SPDX-License-Identifier: Apache-2.0
// The progress bar and its plain form.
#include "running/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace hallmark {

namespace {

constexpr std::chrono::milliseconds terminal_interval{100};
constexpr std::chrono::seconds plain_interval{1};
constexpr std::size_t bar_width = 24;

double share(const RunProgress& progress) {
  return progress.work_total > 0 ? std::min(1.0, progress.work_done / progress.work_total) : 0.0;
}

std::string numbers(const RunProgress& progress) {
  const double done = share(progress);
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.operands_done) / progress.seconds : 0.0;
  std::string text = fmt::format("{:3.0f} %  {} of {} parts  {}/s", std::floor(100 * done), progress.parts_done,
                                 progress.parts_total, short_count(rate));
  // Below a hundredth the first operands say too little about the rest.
  if (done > 0.01 && done < 1.0) {
    text += fmt::format("  {} left", short_duration(progress.seconds * (1 - done) / done));
  }
  return text;
}

std::size_t terminal_columns(std::FILE* stream) {
  winsize size{};
  return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string short_count(double count) {
  constexpr std::array<const char*, 5> units = {"", " k", " M", " G", " T"};
  std::size_t unit = 0;
  while (count >= 999.5 && unit + 1 < units.size()) {
    count /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{:.0f}", count) : fmt::format("{:.3g}{}", count, units[unit]);
}

std::string short_duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::max(0.0, seconds) + 0.5);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

TextProgress::TextProgress(std::string label, std::FILE* stream)
    : label_(std::move(label)), stream_(stream), terminal_(isatty(fileno(stream)) == 1), last_(Clock::now()) {}

void TextProgress::update(const RunProgress& progress) {
  const auto now = Clock::now();
  if (now - last_ < (terminal_ ? std::chrono::milliseconds(terminal_interval) : plain_interval)) return;
  last_ = now;
  if (!terminal_) {
    fmt::print(stream_, "{}: {}\n", label_, numbers(progress));
    std::fflush(stream_);
    return;
  }
  const auto filled = static_cast<std::size_t>(share(progress) * static_cast<double>(bar_width));
  std::string line = fmt::format("{} [{}{}] {}", label_, std::string(filled, '#'), std::string(bar_width - filled, '.'),
                                 numbers(progress));
  // A line that wraps could not be erased.
  line.resize(std::min(line.size(), terminal_columns(stream_) - 1));
  const std::size_t drawn = line.size();
  if (drawn < drawn_) line.append(drawn_ - drawn, ' ');
  fmt::print(stream_, "\r{}", line);
  std::fflush(stream_);
  drawn_ = drawn;
}

void TextProgress::signature_finished(const std::string& signature, const RunProgress& progress) {
  if (terminal_) return;
  fmt::print(stream_, "{}: {} done, {} of {} parts\n", label_, signature, progress.parts_done, progress.parts_total);
  std::fflush(stream_);
}

void TextProgress::erase() {
  if (drawn_ == 0) return;
  fmt::print(stream_, "\r{}\r", std::string(drawn_, ' '));
  std::fflush(stream_);
  drawn_ = 0;
}

void TextProgress::finish() { erase(); }

}  // namespace hallmark
