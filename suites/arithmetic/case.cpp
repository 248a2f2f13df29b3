// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/case.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "semantics/profile.h"

namespace hallmark {
namespace {

/// One tuple, the case's.
class OneTuple : public Tuples {
 public:
  explicit OneTuple(std::vector<std::uint64_t> operands) : operands_(std::move(operands)) {}
  std::size_t next(std::size_t, Columns& columns) override {
    columns.assign(operands_.size(), std::vector<std::uint64_t>(given_ ? 0 : 1));
    for (std::size_t i = 0; i < operands_.size() && !given_; ++i) columns[i][0] = operands_[i];
    return std::exchange(given_, true) ? 0 : 1;
  }

 private:
  std::vector<std::uint64_t> operands_;
  bool given_ = false;
};

}  // namespace

MakeTuples one_tuple(std::vector<std::uint64_t> operands) {
  return [operands = std::move(operands)] { return std::make_unique<OneTuple>(operands); };
}

std::vector<std::uint64_t> operands_of_case(std::span<const Format> formats, const std::string& case_id) {
  const auto refuse = [&](const std::string& why) {
    return InputError(fmt::format("--case {}: {}; write SIGNATURE#0xCODE,... with {} code{}", case_id, why,
                                  formats.size(), formats.size() == 1 ? "" : "s"));
  };
  const std::size_t mark = case_id.find('#');
  if (mark == std::string::npos) throw refuse("no operands");
  std::vector<std::uint64_t> operands;
  std::string_view rest = std::string_view(case_id).substr(mark + 1);
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::string_view text = rest.substr(0, comma);
    std::uint64_t code = 0;
    if (!text.starts_with("0x")) throw refuse(fmt::format("'{}' is no hexadecimal code", text));
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), code, 16);
    if (error != std::errc() || end != text.data() + text.size() || text.size() == 2) {
      throw refuse(fmt::format("'{}' is no hexadecimal code", text));
    }
    operands.push_back(code);
    if (operands.size() > formats.size()) break;
    const Format& format = formats[operands.size() - 1];
    if ((code & ~format.code_mask()) != 0) {
      throw refuse(fmt::format("{} has {} bits, '{}' has more", format.name, format.width(), text));
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (operands.size() != formats.size()) throw refuse("another number of operands");
  return operands;
}

}  // namespace hallmark
