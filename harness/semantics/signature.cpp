// SPDX-License-Identifier: Apache-2.0
// Reads and writes operation signatures: name ["[" modifier {"," modifier} "]"] "(" format {"," format} ")->" format.
#include "semantics/signature.h"

#include <algorithm>
#include <array>
#include <optional>

#include "formats/formats.h"
#include "semantics/nearest.h"

namespace hallmark {

namespace {

constexpr std::array<std::string_view, 6> rounding_modifiers = {"rne", "rna", "rtz", "rup", "rdn", "rto"};
constexpr std::size_t most_operands = 4;  // hallmark_arguments has four operand pointers

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_word(char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; }

bool is_rounding(std::string_view modifier) {
  return std::find(rounding_modifiers.begin(), rounding_modifiers.end(), modifier) != rounding_modifiers.end();
}

/// Place of a modifier's kind: rounding, saturate, others.
int rank(std::string_view modifier) { return is_rounding(modifier) ? 0 : modifier == "saturate" ? 1 : 2; }

bool precedes(std::string_view a, std::string_view b) { return rank(a) != rank(b) ? rank(a) < rank(b) : a < b; }

/// One pass over the text. A step that fails has set `error`; the steps after it do nothing.
class Reader {
 public:
  Reader(std::string_view text, const FormatLookup& lookup) : text_(text), lookup_(lookup) {}

  std::variant<Signature, SignatureError> read() {
    Signature signature;
    signature.name = word("an operation's name, like convert");
    if (!failed() && peek() == '[') read_modifiers(signature);
    if (!failed() && peek() != '(') {
      fail(at_, unexpected(signature.modifiers.empty() ? "\"(\" and the operand formats, or \"[\" and modifiers"
                                                       : "\"(\" and the operand formats"));
    }
    if (!failed()) read_operands(signature);
    expect("->", "\"->\" and the result's format");
    read_format(signature.result);
    if (!failed() && at_ != text_.size()) fail(at_, unexpected("the end: a signature ends with its result's format"));
    if (failed()) return *error_;
    return signature;
  }

 private:
  void read_modifiers(Signature& signature) {
    do {
      ++at_;  // "[" or ","
      const std::size_t start = at_;
      const std::string modifier = word("a modifier, like rtz or saturate");
      if (failed()) return;
      if (!signature.modifiers.empty()) {
        const std::string& last = signature.modifiers.back();
        if (modifier == last) return fail(start, "modifier " + in_quotes(modifier) + " appears twice: remove one");
        if (is_rounding(modifier) && is_rounding(last)) {
          return fail(start,
                      "two rounding modifiers, " + in_quotes(last) + " and " + in_quotes(modifier) + ": keep one");
        }
        if (!precedes(last, modifier)) {
          return fail(start, "modifier " + in_quotes(modifier) + " must come before " + in_quotes(last) +
                                 ": rounding first, then saturate, the others alphabetically");
        }
      }
      signature.modifiers.push_back(modifier);
    } while (peek() == ',');
    expect("]", "\",\" and another modifier, or \"]\"");
  }

  void read_operands(Signature& signature) {
    do {
      ++at_;  // "(" or ","
      if (signature.operands.size() == most_operands) {
        return fail(at_, "more than 4 operands: a signature has 1 to 4");
      }
      read_format(signature.operands.emplace_back());
      if (failed()) return;
    } while (peek() == ',');
    expect(")", "\",\" and another operand format, or \")\"");
  }

  void read_format(Format& format) {
    if (failed()) return;
    const std::size_t start = at_;
    const std::string name = word("a format's name, like bfloat16");
    if (failed()) return;
    const Format* found = find_format(name);
    if (found == nullptr && lookup_) found = lookup_(name);
    if (found == nullptr) return fail(start, "no format is named " + in_quotes(name) + mend_format(name));
    format = *found;
  }

  static std::string mend_format(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Format& format : floating_formats) names.push_back(format.name);
    for (const Format& format : integer_formats) names.push_back(format.name);
    if (const auto near = nearest(name, names)) return "; did you mean " + in_quotes(*near) + "?";
    return "; known are " + alternatives(names);
  }

  /// [a-z][a-z0-9_]*
  std::string word(std::string_view wanted) {
    if (failed()) return {};
    const std::size_t start = at_;
    if (!is_lower(peek())) {
      fail(start, unexpected(wanted));
      return {};
    }
    while (is_word(peek())) ++at_;
    return std::string(text_.substr(start, at_ - start));
  }

  void expect(std::string_view token, std::string_view wanted) {
    if (failed()) return;
    if (text_.substr(at_, token.size()) != token) return fail(at_, unexpected(wanted));
    at_ += token.size();
  }

  std::string unexpected(std::string_view wanted) const {
    std::string saw = at_ == text_.size() ? "the text ends" : "unexpected " + in_quotes(text_.substr(at_, 1));
    if (peek() == ' ' || peek() == '\t') saw += " (a signature has no spaces)";
    if (peek() >= 'A' && peek() <= 'Z') saw += " (a signature is in lower case)";
    return saw + ", where one expects " + std::string(wanted);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool failed() const { return error_.has_value(); }
  void fail(std::size_t at, std::string what) { error_ = SignatureError{at + 1, std::move(what)}; }

  std::string_view text_;
  const FormatLookup& lookup_;
  std::size_t at_ = 0;
  std::optional<SignatureError> error_;
};

}  // namespace

bool Signature::has_modifier(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

std::string to_string(const Signature& signature) {
  std::string text = signature.name;
  for (std::size_t i = 0; i < signature.modifiers.size(); ++i) {
    text += i == 0 ? '[' : ',';
    text += signature.modifiers[i];
  }
  if (!signature.modifiers.empty()) text += ']';
  for (std::size_t i = 0; i < signature.operands.size(); ++i) {
    text += i == 0 ? '(' : ',';
    text += signature.operands[i].name;
  }
  text += ")->";
  text += signature.result.name;
  return text;
}

std::string test_name(const Signature& signature) {
  std::string text = signature.name;
  for (const std::string& modifier : signature.modifiers) text += '_' + modifier;
  for (const Format& operand : signature.operands) {
    text += '_';
    text += operand.name;
  }
  text += "_to_";
  text += signature.result.name;
  return text;
}

std::variant<Signature, SignatureError> parse_signature(std::string_view text, const FormatLookup& lookup) {
  return Reader(text, lookup).read();
}

bool glob_match(std::string_view pattern, std::string_view text) {
  // The last star may take one character more each time its tail fails; earlier stars never need a second try.
  std::size_t p = 0, t = 0, star = std::string_view::npos, taken = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace hallmark
