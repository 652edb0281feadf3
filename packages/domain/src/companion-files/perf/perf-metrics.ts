import type { KnownMetric, Metric } from '../../run/metric.ts'
import { metricsOfRows } from '../../run/metric-rows.ts'

/** Events of perf stat by the name that perf uses, with a description. */
const EVENTS: readonly (readonly [event: string, about: string])[] = [
  ['cycles', 'CPU cycles'],
  ['bus-cycles', 'bus cycles'],
  ['instructions', 'instructions'],
  ['branches', 'branches'],
  ['branch-misses', 'branches that were predicted wrongly'],
  ['cache-references', 'references of the cache'],
  ['cache-misses', 'cache misses'],
  ['stalled-cycles-frontend', 'cycles that waited for instructions'],
  ['stalled-cycles-backend', 'cycles that waited for data'],
  ['L1-dcache-loads', 'loads from the first data cache'],
  ['L1-dcache-load-misses', 'loads that missed the first data cache'],
  ['L1-dcache-stores', 'stores to the first data cache'],
  ['L1-icache-loads', 'loads from the first instruction cache'],
  ['L1-icache-load-misses', 'loads that missed the first instruction cache'],
  ['dTLB-loads', 'address translations for data'],
  ['dTLB-load-misses', 'address translations for data that missed'],
  ['dTLB-stores', 'address translations for stores'],
  ['dTLB-store-misses', 'address translations for stores that missed'],
  ['iTLB-loads', 'address translations for instructions'],
  ['iTLB-load-misses', 'address translations for instructions that missed'],
  ['LLC-loads', 'loads from the last cache'],
  ['LLC-load-misses', 'loads that missed the last cache'],
  ['LLC-stores', 'stores to the last cache'],
  ['LLC-store-misses', 'stores that missed the last cache'],
  ['LLC-prefetches', 'prefetches into the last cache'],
  ['alignment-faults', 'alignment faults'],
  ['context-switches', 'context switches of the server process'],
  ['migrations', 'moves from one CPU to another'],
  ['major-faults', 'page faults that read'],
  ['minor-faults', 'page faults that did not read'],
  ['faults', 'page faults'],
]

const CLOCKS = ['cpu-clock', 'task-clock'] as const

const RATIOS = metricsOfRows([
  ['ipc', 'instructions/cycle', 'higher', 2, 'instructions per cycle (perf stat)'],
  ['GHz', 'GHz', 'neither', 3, 'cycles per nanosecond of CPU (perf stat)'],
  ['branch-miss%', '%', 'lower', 2, 'branches that were predicted wrongly, of all'],
  ['cache-miss%', '%', 'lower', 2, 'cache misses of all references of the cache'],
  ['L1-dcache-load-miss%', '%', 'lower', 2, 'loads that missed the first data cache'],
  ['L1-icache-load-miss%', '%', 'lower', 2, 'loads that missed the first instruction cache'],
  ['dTLB-load-miss%', '%', 'lower', 2, 'address translations for data that missed'],
  ['iTLB-load-miss%', '%', 'lower', 2, 'address translations for instructions that missed'],
  ['LLC-load-miss%', '%', 'lower', 2, 'loads that missed the last cache'],
])

/** The share of samples of a group of functions, as the study of profiles shows it. */
export const SAMPLES_PERCENT = 'samples%'

/** Counters of perf stat per operation and per second, and what is known of a profile. */
export const PERF_METRICS: readonly KnownMetric[] = [
  ...RATIOS,
  ...EVENTS.map(([event, about]): Metric => {
    return { name: `${event}/o`, unit: 'count/op', better: 'lower', about: `${about}, per operation (perf stat)` }
  }),
  ...EVENTS.map(([event, about]): Metric => {
    return { name: `${event}/s`, unit: 'count/s', better: 'neither', about: `${about}, per second (perf stat)` }
  }),
  ...CLOCKS.flatMap((clock): Metric[] => [
    { name: `${clock}/o`, unit: 'ms/op', better: 'lower', about: 'CPU time of the server process, per operation' },
    { name: `${clock}/s`, unit: 'ms/s', better: 'neither', about: 'CPU time of the server process, per second' },
  ]),
  ...metricsOfRows([
    [SAMPLES_PERCENT, '% of samples', 'neither', 2, 'share of all samples of a profile'],
    ['profile_samples', 'samples', 'neither', 0, 'stacks that a profile sampled'],
    ['profile_events', 'events', 'neither', 0, 'events, such as cycles, that a profile covers'],
    ['profile_functions', 'functions', 'neither', 0, 'places in the call tree of a profile'],
  ]),
]
