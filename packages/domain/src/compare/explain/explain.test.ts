import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Evidence } from './cell-evidence.ts'
import { explain } from './explain.ts'
import { EXPLAINING_METRICS, SIGNALS, type Signal, type SignalName, WHY_LIMITS } from './signals.ts'

type Numbers = Partial<Record<SignalName, readonly [base: number, value: number]>>

function evidence(ratio: number, numbers: Numbers, fewer: Evidence['fewerClients'] = null, clients = 48): Evidence {
  const signals: Partial<Record<SignalName, Signal>> = {}
  for (const [key, [base, value]] of Object.entries(numbers)) {
    const name = key as SignalName // Object.entries returns strings as keys, so the name needs a cast.
    const [metric] = SIGNALS[name].metrics
    signals[name] = { name, metric, unit: '', base, value, ratio: base === 0 ? null : value / base }
  }
  return { throughput: { metric: 'qps', ratio }, signals, clients, fewerClients: fewer }
}

const quiet: Numbers = { switches: [2, 2.02], reads: [0.001, 0.002], readKb: [0.01, 0.02], writeKb: [1, 1.01] }

test('CPU per operation that increases as much as throughput decreases is new CPU overhead', () => {
  const { rules, sentences, moved } = explain(evidence(0.81, { ...quiet, cpu: [40, 49.2] }))
  expect(rules).toEqual(['cpu'])
  expect(sentences).toEqual([
    'More CPU per operation (new CPU overhead): throughput −19%, CPU per operation +23%, context switches per operation unchanged, reads per operation unchanged.',
  ])
  expect(moved.map(({ metric }) => metric)).toEqual(['cpu_us/o'])
})

test('CPU that accounts for too little or too much is not an explanation', () => {
  for (const cpu of [42.5, 70]) {
    expect(explain(evidence(0.81, { ...quiet, cpu: [40, cpu] })).sentences).toEqual([
      'Unexplained: throughput −19%, and what moved is not a known pattern; repeat it.',
    ])
  }
})

test('more context switches, and more loss with many clients than with few, is contention', () => {
  const busy: Numbers = { ...quiet, cpu: [40, 47], switches: [2, 5] }
  const few = { clients: 1, ratio: 1.01 }
  expect(explain(evidence(0.7, busy, few)).sentences).toEqual([
    'Contention (mutex or lock): throughput −30%, context switches per operation +150%; at 1 client it is +1%.',
  ])
  expect(explain(evidence(0.7, busy)).sentences[0]).toMatch(/no other number of clients was measured to confirm it/)
  expect(explain(evidence(0.7, busy, { ...few, ratio: 0.7 })).rules).not.toContain('contention')
  // One client has no contention, so more CPU is a cost of the code itself.
  expect(explain(evidence(0.81, { ...busy, cpu: [40, 49] }, null, 1)).rules).toEqual(['cpu'])
})

test('reads and writes per operation are both named when both increase', () => {
  const io: Numbers = { cpu: [40, 40], switches: [2, 2], reads: [1, 1.4], readKb: [8, 11], writeKb: [10, 13] }
  expect(explain(evidence(0.75, io)).sentences).toEqual([
    'More reads per operation (cache, read amplification): throughput −25%, reads per operation +40%, KB read per operation +38%.',
    'More writes per operation (write amplification): throughput −25%, KB written per operation +30%.',
  ])
  expect(explain(evidence(1.3, { ...io, reads: [1, 0.7], readKb: [8, 6], writeKb: [10, 10] })).rules).toEqual(['reads'])
})

test('fewer reads that are larger in sum explain nothing, and neither do fewer writes with more write amplification', () => {
  const io: Numbers = { cpu: [40, 40], switches: [2, 2], reads: [1, 0.9], readKb: [8, 9.5], writeKb: [10, 10] }
  expect(explain(evidence(1.3, io)).rules).toEqual([])
  expect(explain(evidence(1.3, { ...io, reads: [1, 0.5] })).rules).toEqual(['reads'])
  expect(explain(evidence(1.3, { ...io, writes: [10, 9], writeKb: [10, 12] })).rules).toEqual([])
})

test('metrics that moved the other way are listed apart, and no sentence names them', () => {
  const io: Numbers = { cpu: [40, 30], reads: [1, 0.5], readKb: [8, 9.5], cacheReads: [1, 47.7], ipc: [1, 1.2] }
  const { sentences, moved, opposed } = explain(evidence(1.3, io))
  expect(sentences).toEqual(['Fewer reads per operation: throughput +30%, reads per operation −50%.'])
  expect(moved.map(({ metric }) => metric)).toEqual(['r/o', 'cpu_us/o', 'IPC'])
  expect(opposed.map(({ metric }) => metric)).toEqual(['pg_blks_read/o', 'rKB/o'])
  expect(explain(evidence(0.7, { cpu: [40, 30], ipc: [1, 0.8] })).opposed.map(({ metric }) => metric)).toEqual([
    'cpu_us/o',
  ])
})

test('a metric that is ten times the base or more is a multiple', () => {
  expect(explain(evidence(0.6, { reads: [1, 47.7] })).sentences[0]).toMatch(/, reads per operation 48 times\.$/)
})

test('fewer instructions per cycle for the same instructions is a memory bottleneck', () => {
  const perf: Numbers = { ipc: [1.2, 0.6], instructions: [1000, 1010] }
  expect(explain(evidence(0.55, perf)).rules).toEqual(['memory'])
})

test('slow responses with flat throughput are stalls', () => {
  expect(explain(evidence(1.01, { ...quiet, tail: [2, 9] })).sentences).toEqual([
    'Stalls: throughput +1%, response time of the slowest few +350%.',
  ])
  expect(explain(evidence(1.01, { ...quiet, tail: [2, 2.2] })).kind).toBe('unchanged')
  expect(explain(evidence(0.5, { ...quiet, tail: [2, 9] })).rules).toEqual([])
})

test('the drop of fillseq in RocksDB 10.6.2 is more user CPU and more write stalls', () => {
  const rocksdb: Numbers = {
    userCpu: [10, 13.1],
    systemCpu: [2, 2],
    stallTime: [30, 48],
    compactionRate: [500, 335],
    writeAmplification: [5, 5.05],
  }
  const { rules, sentences, moved, unmoved } = explain(evidence(0.62, rocksdb))
  expect(rules).toEqual(['process-cpu', 'write-stalls'])
  expect(sentences).toEqual([
    'More user CPU for no more work: throughput −38%, user CPU of the test +31%, kernel CPU of the test unchanged.',
    'More time in write stalls: flush or compaction does not keep up: throughput −38%, share of time in write stalls +60%, compaction MB/s −33%.',
  ])
  expect(moved.map(({ metric }) => metric)).toEqual(['stall%', 'c_mbps', 'u_cpu'])
  expect(unmoved.map(({ metric }) => metric)).toEqual(['s_cpu', 'w_amp'])
})

test.each<[string, Numbers, string]>([
  ['retries', { retries: [5, 500] }, 'conflicts'],
  ['the schedule', { scheduleLag: [0.2, 40] }, 'schedule'],
  ['fsync', { sync: [100, 180] }, 'sync'],
  ['steal', { ...quiet, steal: [0, 12] }, 'steal'],
  ['storage', { ...quiet, ioWait: [10, 30] }, 'storage'],
])('%s', (_name, numbers, rule) => {
  expect(explain(evidence(0.7, numbers)).rules).toEqual([rule])
  const reversed = Object.fromEntries(Object.entries(numbers).map(([name, [base, value]]) => [name, [value, base]]))
  expect(explain(evidence(0.7, reversed)).rules).toEqual([])
})

test('waits for I/O that comes with more reads are explained by the reads', () => {
  expect(explain(evidence(0.7, { ...quiet, ioWait: [10, 30], reads: [1, 2] })).rules).toEqual(['reads'])
})

test('every metric is listed once: as moved, as moved the other way, or as unmoved', () => {
  const numbers: Numbers = { ...quiet, cpu: [40, 60], userCpu: [1, 1], steal: [0, 9] }
  const { moved, opposed, unmoved } = explain(evidence(0.8, numbers))
  expect(moved.length + opposed.length + unmoved.length).toBe(Object.keys(numbers).length)
})

test('a change is unexplained when no metric moved, and the text differs when none was measured', () => {
  expect(explain(evidence(0.9, { ...quiet, cpu: [40, 40.4] })).sentences).toEqual([
    'Unexplained: throughput −10%, and nothing that was measured moved with it; repeat it.',
  ])
  expect(explain(evidence(0.9, {})).kind).toBe('not-measured')
})

test('a metric that was 0 in the base is shown by its value', () => {
  const io: Numbers = { switches: [2, 2], reads: [0, 0.25] }
  expect(explain(evidence(0.6, io)).sentences[0]).toMatch(/, reads per operation from 0 to 0\.25\.$/)
})

const ratio = fc.double({ min: 0.05, max: 20, noNaN: true })
const pair = fc.tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 1e6, noNaN: true }))
const anything = fc.record(
  { cpu: pair, switches: pair, reads: pair, readKb: pair, writeKb: pair, tail: pair },
  { requiredKeys: [] },
)

test('an unchanged cell gets no reason for a change, and a change always gets a sentence', () => {
  fc.assert(
    fc.property(ratio, anything, (throughput, numbers) => {
      const { rules, sentences } = explain(evidence(throughput, numbers as Numbers))
      const flat = throughput > 0.955 && throughput < 1.045
      if (flat) expect(rules.filter((rule) => rule !== 'stalls')).toEqual([])
      expect(sentences.length).toBeGreaterThan(0)
      expect(sentences.join(' ')).not.toMatch(/NaN|Infinity|undefined/)
    }),
  )
})

test('scaling CPU and context switches by a constant changes no rule', () => {
  fc.assert(
    fc.property(ratio, ratio, fc.double({ min: 1, max: 1000, noNaN: true }), (throughput, cpu, scale) => {
      const rulesAt = (by: number) => explain(evidence(throughput, { ...quiet, cpu: [40 * by, 40 * cpu * by] })).rules
      expect(rulesAt(scale)).toEqual(rulesAt(1))
    }),
  )
})

test('docs/why.md states the limits that are used', () => {
  const text = readFileSync(new URL('../../../../../docs/why.md', import.meta.url), 'utf8')
  const row = (name: string) => text.split('\n').find((line) => line.startsWith(`| ${name}`)) ?? ''
  const two = (limit: number) => limit.toFixed(2)
  expect(row('moved')).toContain(`${two(WHY_LIMITS.down)} and less, or ${two(WHY_LIMITS.up)} and more`)
  expect(row('clearly')).toContain(`${two(WHY_LIMITS.clearlyDown)} and less, or ${two(WHY_LIMITS.clearlyUp)} and more`)
  expect(row('CPU accounts')).toContain(`is ${WHY_LIMITS.minShare} to ${WHY_LIMITS.maxShare} |`)
  expect(row('worse at many')).toContain(`by ${WHY_LIMITS.concurrency} or more`)
  expect(row('stalls')).toContain(`${two(WHY_LIMITS.stall)} and more`)
  const { switches, reads, readKb, writeKb } = SIGNALS
  expect(readKb.minDifference).toBe(writeKb.minDifference)
  expect(row('too small')).toContain(
    `${switches.minDifference} context switches, ${reads.minDifference} reads, ${readKb.minDifference} KB read or written`,
  )
})

test.each([
  [
    'cacheReads',
    'server-cache',
    'More misses of the cache of the server: throughput −30%, misses of the cache of the server per operation +200%.',
  ],
  [
    'rowsRead',
    'rows',
    'More rows read for the same result (another plan, dead rows): throughput −30%, rows read per operation +200%.',
  ],
  [
    'engineWrites',
    'server-writes',
    'More writes of the storage engine per operation: throughput −30%, writes of the storage engine per operation +200%.',
  ],
  ['logBytes', 'log', 'More log per operation: throughput −30%, bytes of log per operation +200%.'],
  ['logSyncs', 'log-syncs', 'More fsyncs per operation: throughput −30%, fsyncs per operation +200%.'],
  [
    'temporary',
    'temporary',
    'More temporary data on disk (sorts, hashes): throughput −30%, temporary data per operation +200%.',
  ],
  [
    'lockWaits',
    'server-locks',
    'More waits for locks of the storage engine: throughput −30%, waits for locks of the storage engine per operation +200%.',
  ],
  [
    'stallMicros',
    'server-stalls',
    'More time in write stalls of the storage engine: throughput −30%, write stalls of the storage engine per operation +200%.',
  ],
] as const)(
  'a counter of the server, %s, explains a loss; without movement it is listed as such',
  (name, rule, sentence) => {
    expect(explain(evidence(0.7, { [name]: [10, 30] }))).toMatchObject({ rules: [rule], sentences: [sentence] })
    expect(explain(evidence(1.4, { [name]: [30, 10] })).rules).toEqual([rule])
    expect(explain(evidence(1.4, { [name]: [10, 30] })).rules).toEqual([])
    const flat = explain(evidence(0.7, { [name]: [10, 10.1] }))
    expect(flat.rules).toEqual([])
    expect(flat.unmoved.map(({ metric }) => metric)).toEqual([SIGNALS[name].metrics[0]])
  },
)

test('docs/why.md names every metric that the rules use', () => {
  const text = readFileSync(new URL('../../../../../docs/why.md', import.meta.url), 'utf8')
  const named = (metric: string) => text.includes(`\`${metric}\``) || text.includes(`\`${metric.split(':').at(-1)}\``)
  const counters = EXPLAINING_METRICS.filter((metric) => /^(?:pg_|status|innodb|rocksdb)/.test(metric))
  expect(counters.length).toBeGreaterThan(25)
  expect(counters.filter((metric) => !named(metric))).toEqual([])
})

test('time of sessions that do not wait is not a wait', () => {
  const waits = [
    { metric: 'wait_ms/o:CPU', base: 1, value: 3 },
    { metric: 'wait_ms/o:IO:DataFileRead', base: 1, value: 1.5 },
  ]
  expect(explain({ ...evidence(0.7, {}), waits }).rules).not.toContain('waits')
  const reads = waits.map((wait) => ({ ...wait, value: wait.metric.endsWith('CPU') ? 1 : 3 }))
  expect(explain({ ...evidence(0.7, {}), waits: reads }).rules).toEqual(['waits'])
})
