#include <benchmark/benchmark.h>
#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

// A small program of our own, so that there is real output of Google Benchmark to read.

static void BM_Sort(benchmark::State& state) {
  std::mt19937 random(1);
  std::vector<int> values(state.range(0));
  for (auto _ : state) {
    state.PauseTiming();
    std::generate(values.begin(), values.end(), random);
    state.ResumeTiming();
    std::sort(values.begin(), values.end());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_Sort)->Range(1 << 8, 1 << 12)->Complexity();

static void BM_Copy(benchmark::State& state) {
  std::vector<char> from(state.range(0), 'x'), to(state.range(0));
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
  state.counters["buffer_kb"] = state.range(0) / 1024.0;
}
BENCHMARK(BM_Copy)->Arg(1 << 16)->Unit(benchmark::kMicrosecond)->Threads(1)->Threads(2);

static void BM_Refused(benchmark::State& state) {
  state.SkipWithError("needs a database");
  for (auto _ : state) {
  }
}
BENCHMARK(BM_Refused);

BENCHMARK_MAIN();
