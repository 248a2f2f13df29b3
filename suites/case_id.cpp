// SPDX-License-Identifier: Apache-2.0
#include "case_id.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <optional>

#include "judging/describe.h"
#include "lanes.h"
#include "semantics/profile.h"

namespace hallmark {
namespace {

std::size_t mark_in(std::string_view case_id) { return std::min(case_id.find_first_of("#@"), case_id.size()); }

std::optional<std::uint64_t> number_in(std::string_view text, int base) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

}  // namespace

std::string_view signature_of_case(std::string_view case_id) { return case_id.substr(0, mark_in(case_id)); }
std::string_view rest_of_case(std::string_view case_id) { return case_id.substr(mark_in(case_id)); }

std::vector<std::uint64_t> operands_of_case(const std::string& case_id, std::span<const Format> formats) {
  const auto refuse = [&](const std::string& why) {
    return InputError(fmt::format("--case {}: {}; write SIGNATURE#0xCODE{} with {} code{}", case_id, why,
                                  formats.size() == 1 ? "" : ",0xCODE...", formats.size(),
                                  formats.size() == 1 ? "" : "s"));
  };
  std::string_view rest = rest_of_case(case_id);
  if (!rest.starts_with("#")) throw refuse("no operands");
  std::vector<std::uint64_t> operands;
  for (std::size_t comma = 0; comma != std::string_view::npos;) {
    rest.remove_prefix(1);
    comma = rest.find(',');
    const std::string_view text = rest.substr(0, comma);
    const auto code = text.starts_with("0x") ? number_in(text.substr(2), 16) : std::nullopt;
    if (!code) throw refuse(fmt::format("'{}' is no hexadecimal code", text));
    if (operands.size() == formats.size()) throw refuse("more codes than operands");
    const Format& format = formats[operands.size()];
    if ((*code & ~format.code_mask()) != 0) {
      throw refuse(fmt::format("{} has {} bits, the code {} has more", format.name, format.width(), text));
    }
    operands.push_back(*code);
    if (comma != std::string_view::npos) rest.remove_prefix(comma);
  }
  if (operands.size() != formats.size()) throw refuse("fewer codes than operands");
  return operands;
}

std::uint64_t number_of_case(const std::string& case_id, std::string_view text) {
  if (const auto number = number_in(text, 10)) return *number;
  throw InputError(
      fmt::format("--case {}: '{}' is no number; write SIGNATURE#0xCODE, SIGNATURE@lanes/NUMBER or "
                  "SIGNATURE@properties/PROPERTY/NUMBER",
                  case_id, text));
}

std::uint64_t lanes_call_of_case(const std::string& case_id) {
  const std::uint64_t number = number_of_case(case_id, rest_of_case(case_id).substr(lanes_case_mark.size()));
  if (number < lanes_calls()) return number;
  throw InputError(fmt::format("--case {}: there are {} such calls, counted from 0", case_id, lanes_calls()));
}

std::string mark_of_operands(std::span<const Format> formats, std::span<const std::uint64_t> operands) {
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < operands.size(); ++i) codes.push_back(hex_code(formats[i], operands[i]));
  return fmt::format("#{}", fmt::join(codes, ","));
}

}  // namespace hallmark
