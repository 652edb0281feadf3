// Sorts pointers to rows by a binary key in two ways and prints one line of CSV for each measurement: evidence of a
// design specification of the demo project. Usage: sort ROWS REPEATS

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

constexpr size_t ROW = 128;  // bytes of a row, of which the first KEY are the key
constexpr size_t KEY = 32;
constexpr size_t RADIX_FROM = 1 << 14;

using Rows = std::vector<unsigned char>;
using Pointers = std::vector<const unsigned char*>;

// As it is today: each comparison follows two pointers.
static void quicksort(Pointers& rows) {
  std::sort(rows.begin(), rows.end(),
            [](const unsigned char* a, const unsigned char* b) { return std::memcmp(a, b, KEY) < 0; });
}

// As proposed: the next 8 bytes of the key stand beside the pointer, and comparisons look at nothing else.
struct Entry {
  uint64_t prefix;
  const unsigned char* row;
};

static uint64_t eightBytes(const unsigned char* key, size_t from) {
  uint64_t value = 0;
  for (size_t at = from; at < from + 8; at++) value = value << 8 | (at < KEY ? key[at] : 0);
  return value;
}

static size_t commonBytes(const Entry* begin, const Entry* end, size_t from) {
  size_t common = KEY;
  for (const Entry* entry = begin + 1; entry < end; entry++) {
    size_t at = from;
    while (at < common && entry->row[at] == begin->row[at]) at++;
    common = at;
    if (common == from) break;
  }
  return common;
}

// A pass of radix sort by the first 16 bits, then quicksort of what stays together; small groups need no pass.
static void sortByPrefix(Entry* begin, Entry* end, std::vector<Entry>& space) {
  auto less = [](const Entry& a, const Entry& b) { return a.prefix < b.prefix; };
  const size_t count = end - begin;
  if (count < RADIX_FROM) return std::sort(begin, end, less);
  std::vector<uint32_t> starts(1 << 16 | 1);
  for (Entry* entry = begin; entry < end; entry++) starts[(entry->prefix >> 48) + 1]++;
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (Entry* entry = begin; entry < end; entry++) space[starts[entry->prefix >> 48]++] = *entry;
  std::copy(space.begin(), space.begin() + count, begin);
  // Each start has moved to where the next group begins.
  for (size_t group = 0, from = 0; group < 1 << 16; from = starts[group++])
    if (starts[group] - from > 1) std::sort(begin + from, begin + starts[group], less);
}

static void sortFrom(Entry* begin, Entry* end, size_t from, std::vector<Entry>& space) {
  if (end - begin < 2) return;
  from = commonBytes(begin, end, from);
  if (from >= KEY) return;
  for (Entry* entry = begin; entry < end; entry++) entry->prefix = eightBytes(entry->row, from);
  sortByPrefix(begin, end, space);
  // Rows whose 8 bytes are equal are sorted by the bytes behind them.
  for (Entry* group = begin; group < end;) {
    Entry* next = group + 1;
    while (next < end && next->prefix == group->prefix) next++;
    sortFrom(group, next, from + 8, space);
    group = next;
  }
}

static void prefixSort(Pointers& rows) {
  std::vector<Entry> entries;
  entries.reserve(rows.size());
  for (auto row : rows) entries.push_back({0, row});
  std::vector<Entry> space(rows.size());
  sortFrom(entries.data(), entries.data() + entries.size(), 0, space);
  for (size_t i = 0; i < rows.size(); i++) rows[i] = entries[i].row;
}

static Rows makeRows(const std::string& keys, size_t count) {
  std::mt19937_64 random(42);
  Rows rows(count * ROW);
  for (size_t i = 0; i < count; i++) {
    unsigned char* key = &rows[i * ROW];
    auto put = [&](size_t at, uint64_t value) {
      for (size_t b = 0; b < 8; b++) key[at + b] = value >> (56 - 8 * b);
    };
    if (keys == "random") for (size_t at = 0; at < KEY; at += 8) put(at, random());
    // A tenant and a table that are the same for all rows, then what tells them apart.
    if (keys == "common-prefix") put(16, random());
    if (keys == "few-distinct") put(0, random() % 100);
    if (keys == "sorted") put(0, i);
    // Each level of 8 bytes leaves half of the rows undecided, as few other keys do.
    if (keys == "worst-case") for (size_t at = 0; at < KEY; at += 8) put(at, random() % 2);
  }
  return rows;
}

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "Usage: sort ROWS REPEATS\n"), 2;
  const size_t count = std::strtoull(argv[1], nullptr, 10);
  const int repeats = std::atoi(argv[2]);
  std::printf("algorithm,keys,rows,repeat,rows_per_second\n");
  for (const char* keys : {"random", "common-prefix", "few-distinct", "sorted", "worst-case"}) {
    const Rows rows = makeRows(keys, count);
    // Rows come to a sort in the order of arrival, which is not that of memory; sorted input stays as it is.
    std::vector<size_t> arrival(count);
    std::iota(arrival.begin(), arrival.end(), 0);
    if (std::string(keys) != "sorted") std::shuffle(arrival.begin(), arrival.end(), std::mt19937_64(7));
    Pointers base;
    for (size_t i : arrival) base.push_back(&rows[i * ROW]);
    for (int repeat = 1; repeat <= repeats; repeat++) {
      Pointers sorted[2] = {base, base};
      // Taken in turn, so that a slow minute of the machine meets both.
      for (int which = 0; which < 2; which++) {
        const auto start = std::chrono::steady_clock::now();
        which == 0 ? quicksort(sorted[0]) : prefixSort(sorted[1]);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        std::printf("%s,%s,%zu,%d,%.0f\n", which == 0 ? "quicksort" : "prefix-sort", keys, count, repeat,
                    count / took.count());
      }
      for (size_t i = 0; i < count; i++)
        if (std::memcmp(sorted[0][i], sorted[1][i], KEY) != 0) return std::fprintf(stderr, "wrong order\n"), 1;
    }
  }
}
