import type { KnownMetric, Metric } from '../../run/metric.ts'

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

const RATIOS: readonly KnownMetric[] = [
  { name: 'ipc', unit: 'instructions/cycle', better: 'higher', digits: 2, about: 'instructions per cycle (perf stat)' },
  { name: 'GHz', unit: 'GHz', better: 'neither', digits: 3, about: 'cycles per nanosecond of CPU (perf stat)' },
  {
    name: 'branch-miss%',
    unit: '%',
    better: 'lower',
    digits: 2,
    about: 'branches that were predicted wrongly, of all',
  },
  { name: 'cache-miss%', unit: '%', better: 'lower', digits: 2, about: 'cache misses of all references of the cache' },
  {
    name: 'L1-dcache-load-miss%',
    unit: '%',
    better: 'lower',
    digits: 2,
    about: 'loads that missed the first data cache',
  },
  {
    name: 'L1-icache-load-miss%',
    unit: '%',
    better: 'lower',
    digits: 2,
    about: 'loads that missed the first instruction cache',
  },
  {
    name: 'dTLB-load-miss%',
    unit: '%',
    better: 'lower',
    digits: 2,
    about: 'address translations for data that missed',
  },
  {
    name: 'iTLB-load-miss%',
    unit: '%',
    better: 'lower',
    digits: 2,
    about: 'address translations for instructions that missed',
  },
  { name: 'LLC-load-miss%', unit: '%', better: 'lower', digits: 2, about: 'loads that missed the last cache' },
]

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
  {
    name: SAMPLES_PERCENT,
    unit: '% of samples',
    better: 'neither',
    digits: 2,
    about: 'share of all samples of a profile',
  },
  { name: 'profile_samples', unit: 'samples', better: 'neither', digits: 0, about: 'stacks that a profile sampled' },
  {
    name: 'profile_events',
    unit: 'events',
    better: 'neither',
    digits: 0,
    about: 'events, such as cycles, that a profile covers',
  },
  {
    name: 'profile_functions',
    unit: 'functions',
    better: 'neither',
    digits: 0,
    about: 'places in the call tree of a profile',
  },
]
