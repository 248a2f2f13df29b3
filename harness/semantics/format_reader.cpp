// SPDX-License-Identifier: Apache-2.0
// Reads a format of the user's own from a [[format]] table.
#include <algorithm>
#include <array>
#include <vector>

#include "formats/formats.h"
#include "semantics/nearest.h"
#include "semantics/toml_reading.h"

namespace hallmark {

namespace {

constexpr std::array<std::string_view, 10> keys = {"name",          "storage_bits", "exponent_bits", "significand_bits",
                                                   "bias",          "signed",       "infinities",    "nan_codes",
                                                   "negative_zero", "subnormals"};

constexpr int widest_significand = 60;  // rounding keeps two more bits than the precision in 64
constexpr int widest_exponent = 15;     // as binary128's
constexpr int largest_bias = 65535;

/// The NaNs IEEE 754 gives a format: exponent field all ones, fraction not zero.
CodeSet ieee_nans(const Format& format) {
  if (format.significand_bits == 0) return CodeSet::none();
  return CodeSet::interval(format.infinity_magnitude() + 1, format.magnitude_mask(), format.magnitude_mask());
}

std::vector<std::uint64_t> codes_of(const Reading& reading, const Format& format, const toml::array& array) {
  std::vector<std::uint64_t> codes;
  for (const toml::node& node : array) {
    const auto* value = node.as_integer();
    if (value == nullptr) {
      reading.fail(node,
                   "a NaN code is " + std::string(kind_of(node)) + "; nan_codes takes integers, like [0x7f, 0xff]");
    }
    // TOML integers are signed; a 64-bit code with the sign bit set is written as its two's complement.
    const auto code = static_cast<std::uint64_t>(value->get());
    if (code > format.code_mask()) {
      reading.fail(node, "NaN code " + std::to_string(value->get()) + " is outside the " +
                             std::to_string(format.width()) + " bits of " + std::string(format.name));
    }
    codes.push_back(code);
  }
  std::sort(codes.begin(), codes.end());
  const auto twice = std::adjacent_find(codes.begin(), codes.end());
  if (twice != codes.end()) reading.fail(array, "NaN code " + std::to_string(*twice) + " is listed twice: remove one");
  return codes;
}

/// The list as one interval of codes, or one interval of magnitudes in both signs.
CodeSet code_set(const Reading& reading, const Format& format, const toml::array& array) {
  const std::vector<std::uint64_t> codes = codes_of(reading, format, array);
  if (codes.empty()) return CodeSet::none();
  const auto contiguous = [](auto first, auto last) {
    return *(last - 1) - *first == static_cast<std::uint64_t>(last - first) - 1;
  };
  if (contiguous(codes.begin(), codes.end())) return CodeSet::interval(codes.front(), codes.back());
  const auto half = codes.begin() + static_cast<std::ptrdiff_t>(codes.size() / 2);
  const bool both_signs = format.is_signed && codes.size() % 2 == 0 && contiguous(codes.begin(), half) &&
                          std::equal(codes.begin(), half, half, [&](std::uint64_t positive, std::uint64_t negative) {
                            return (positive | format.sign_mask()) == negative && positive != negative;
                          });
  if (!both_signs) {
    reading.fail(array,
                 "nan_codes form neither one interval nor one interval in both signs; Hallmark can describe only "
                 "such formats");
  }
  return CodeSet::interval(codes.front(), *(half - 1), format.magnitude_mask());
}

/// Finite values must be the lowest magnitudes: the suite walks from one to the next by adding one to the code.
void check_place(const Reading& reading, const Format& format, const toml::node& node) {
  const CodeSet& nans = format.nan_codes;
  if (nans.empty()) return;
  const bool is_negative_zero = format.is_signed && nans == CodeSet::single(format.sign_mask());
  if (is_negative_zero) return;
  const bool both_signs = !format.is_signed || nans.mask == format.magnitude_mask();
  if (nans.low == 0 || nans.high != format.magnitude_mask() || !both_signs) {
    reading.fail(node,
                 "nan_codes must be the greatest magnitudes" + std::string(format.is_signed ? ", in both signs," : "") +
                     (format.is_signed ? " or only the code of -0" : "") + ", so that the finite values lie together");
  }
}

void read_nan_codes(const Reading& reading, const toml::table& table, Format& format) {
  const toml::node* node = table.get("nan_codes");
  constexpr std::string_view takes = "\"ieee\" or a list of codes, like [0x7f, 0xff], [] for none";
  if (node == nullptr) {
    if (!format.infinities) {
      reading.fail(table, "[[format]] " + std::string(format.name) + " without infinities has no nan_codes; it takes " +
                              std::string(takes));
    }
    format.nan_codes = ieee_nans(format);
    return;
  }
  if (const auto* array = node->as_array()) {
    format.nan_codes = code_set(reading, format, *array);
  } else {
    const std::string text = string_of(reading, *node, "nan_codes", takes);
    if (text != "ieee") reading.fail(*node, "nan_codes = " + in_quotes(text) + "; it takes " + std::string(takes));
    format.nan_codes = ieee_nans(format);
    if (!format.infinities) {
      reading.fail(*node,
                   "nan_codes = \"ieee\" contradicts infinities = false: IEEE 754's formats have infinities; list "
                   "the codes, or set infinities = true");
    }
  }
  check_place(reading, format, *node);
  const CodeSet ieee = ieee_nans(format);
  const bool same = format.nan_codes == ieee || (format.nan_codes.empty() && ieee.empty());
  if (format.infinities && !same) {
    reading.fail(*node,
                 "nan_codes contradict infinities = true: with infinities every code above infinity's is a NaN; "
                 "write \"ieee\", or set infinities = false");
  }
}

}  // namespace

Format read_format(const Reading& reading, const toml::table& table) {
  check_keys(reading, table, "[[format]]", keys);
  Format format;
  const std::string name = name_of(reading, table, "[[format]]");
  if (reading.profile.find_format(name) != nullptr) {
    reading.fail(*table.get("name"), "a format named " + in_quotes(name) + " exists already; choose another name");
  }
  format.name = intern_name(name);
  const auto required = [&](std::string_view key, int low, int high) {
    const toml::node* node = table.get(key);
    if (node == nullptr) {
      reading.fail(table, "[[format]] " + name + " has no " + std::string(key) + "; it takes an integer from " +
                              std::to_string(low) + " to " + std::to_string(high));
    }
    return static_cast<int>(integer_of(reading, *node, key, low, high));
  };
  const auto flag = [&](std::string_view key, bool otherwise) {
    const toml::node* node = table.get(key);
    return node == nullptr ? otherwise : boolean_of(reading, *node, key);
  };
  format.exponent_bits = required("exponent_bits", 1, widest_exponent);
  format.significand_bits = required("significand_bits", 0, widest_significand);
  format.is_signed = flag("signed", true);
  const int width = format.width();
  if (width < 2 || width > 64) {
    reading.fail(table, "[[format]] " + name + " is " + std::to_string(width) +
                            " bits wide (sign, exponent_bits and significand_bits); it takes 2 to 64");
  }
  // As the built-in formats: a format under 8 bits takes a byte in an array, others their storage.
  format.storage_bits = width;
  if (const toml::node* node = table.get("storage_bits")) {
    format.storage_bits = static_cast<int>(integer_of(reading, *node, "storage_bits", width, 64));
  }
  format.bias = (1 << (format.exponent_bits - 1)) - 1;
  if (const toml::node* node = table.get("bias")) {
    format.bias = static_cast<int>(integer_of(reading, *node, "bias", -largest_bias, largest_bias));
  }
  format.infinities = flag("infinities", true);
  format.subnormals = flag("subnormals", true);
  read_nan_codes(reading, table, format);
  const bool nan_at_negative_zero =
      format.is_signed && format.has_zero() && format.nan_codes == CodeSet::single(format.sign_mask());
  format.negative_zero = flag("negative_zero", format.is_signed && format.has_zero() && !nan_at_negative_zero);
  if (format.negative_zero && (nan_at_negative_zero || !format.is_signed || !format.has_zero())) {
    reading.fail(*table.get("negative_zero"),
                 std::string("negative_zero = true contradicts ") +
                     (!format.is_signed    ? "signed = false"
                      : !format.has_zero() ? "subnormals = false without a fraction, which leaves no zero"
                                           : "nan_codes, which hold its code") +
                     ": set negative_zero = false");
  }
  if (format.has_zero() && format.largest_finite() == 0) {
    reading.fail(table, "[[format]] " + name + " has no finite value but zero; give it more bits");
  }
  return format;
}

}  // namespace hallmark
