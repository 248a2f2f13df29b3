// SPDX-License-Identifier: Apache-2.0
// Writes a certificate's reports into a folder, all of them or, where that fails, none.
#include "reports/write.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "reports/html.h"
#include "reports/index.h"
#include "reports/json_text.h"
#include "reports/junit.h"
#include "reports/markdown.h"
#include "reports/text.h"

namespace hallmark {

namespace {

std::string mend(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space or name another --out";
    case EACCES:
    case EPERM:
    case EROFS:
      return "name an --out that you may write to";
    case ENOTDIR:
    case EEXIST:
      return "a file is in the way: remove it or name another --out";
    default:
      return "name another --out";
  }
}

WriteError write_error(const std::filesystem::path& path, int error) {
  return WriteError(fmt::format("cannot write {}: {}; {}", visible(path.string()), std::strerror(error), mend(error)));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  /// Network file systems report a full disk only here.
  int close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

/// A file beside its place that is removed unless it is renamed into it.
class PendingFile {
 public:
  PendingFile(const std::filesystem::path& directory, const NamedText& file)
      : path_(directory / file.first),
        pending_(path_.parent_path() / fmt::format(".{}.{}.tmp", path_.filename().string(), ::getpid())) {
    // Renaming would find out when other files have their new content already.
    if (std::error_code error; std::filesystem::is_directory(path_, error)) throw write_error(path_, EISDIR);
    // What a killed run of the same number left behind is nobody's.
    ::unlink(pending_.c_str());
    Descriptor out(::open(pending_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (out.get() < 0) throw write_error(path_, errno);
    created_ = true;
    try {
      fill(out, file.second);
    } catch (...) {
      remove();
      throw;
    }
  }
  ~PendingFile() { remove(); }
  PendingFile(PendingFile&& other) noexcept
      : path_(std::move(other.path_)),
        pending_(std::move(other.pending_)),
        created_(std::exchange(other.created_, false)) {}
  PendingFile& operator=(PendingFile&&) = delete;

  void publish() {
    if (::rename(pending_.c_str(), path_.c_str()) != 0) throw write_error(path_, errno);
    created_ = false;
  }

 private:
  void fill(Descriptor& out, std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(out.get(), text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) throw write_error(path_, written < 0 ? errno : ENOSPC);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(out.get()) != 0 || out.close() != 0) throw write_error(path_, errno);
  }
  void remove() noexcept {
    if (created_) ::unlink(pending_.c_str());
    created_ = false;
  }

  std::filesystem::path path_, pending_;
  bool created_ = false;
};

/// Folders that go again, as far as they are empty, unless what they were made for could be written.
class NewFolders {
 public:
  NewFolders() = default;
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;
  ~NewFolders() {
    for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) ::rmdir(folder->c_str());
  }
  void create(const std::filesystem::path& folder) {
    std::error_code error;
    if (folder.empty() || std::filesystem::is_directory(folder, error)) return;
    if (folder.has_relative_path()) create(folder.parent_path());
    if (std::filesystem::create_directory(folder, error)) {
      made_.push_back(folder);
    } else if (error) {
      // What is there and no folder is a file.
      throw write_error(folder, error == std::errc::file_exists ? ENOTDIR : error.value());
    }
  }
  void keep() { made_.clear(); }

 private:
  std::vector<std::filesystem::path> made_;
};

/// The new names are safe only when the folder is. Some file systems cannot sync one and say EINVAL.
void sync_folder(const std::filesystem::path& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0 && ::fsync(folder.get()) != 0 && errno != EINVAL) throw write_error(path, errno);
}

}  // namespace

void write_files(const std::filesystem::path& directory, const std::vector<NamedText>& files) {
  NewFolders made;
  std::set<std::filesystem::path> folders;
  for (const NamedText& file : files) {
    const std::filesystem::path folder = (directory / file.first).parent_path();
    if (folders.insert(folder).second) made.create(folder);
  }
  std::vector<PendingFile> pending;
  for (const NamedText& file : files) pending.emplace_back(directory, file);
  for (PendingFile& file : pending) file.publish();
  made.keep();
  for (const std::filesystem::path& folder : folders) sync_folder(folder);
}

std::vector<NamedText> report_files(const Certificate& certificate) {
  return {{"certificate.json", certificate_text(to_json(certificate))},
          {"junit.xml", junit_xml(certificate)},
          {"summary.md", markdown_summary(certificate)},
          {"index.html", html_page(certificate)}};
}

void write_reports(const Certificate& certificate, const std::filesystem::path& directory) {
  write_files(directory, report_files(certificate));
}

void write_index(std::span<const Certificate> certificates, std::span<const std::string> folders,
                 std::span<const SkippedBackend> without, const std::filesystem::path& directory) {
  write_files(directory, {{"index.html", index_page(certificates, folders, without)}});
}

std::string folder_name(const std::string& backend, std::set<std::string>& taken) {
  std::string folder = backend;
  for (char& c : folder) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && c != '_' && c != '-' && c != '.') c = '_';
  }
  if (folder.find_first_not_of('.') == std::string::npos)
    folder.assign(1, '_');     // "." and ".." are no names for a folder
  taken.insert("index.html");  // the page over all backends stands beside their folders
  std::string unique = folder;
  for (int n = 2; !taken.insert(unique).second; ++n) unique = fmt::format("{}-{}", folder, n);
  return unique;
}

}  // namespace hallmark
