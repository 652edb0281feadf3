import { parseHammerdbLog } from '@assay/domain/benchmarks/hammerdb/hammerdb-log'
import { parseTprochLog } from '@assay/domain/benchmarks/hammerdb/tproch-log'
import { parseLatte } from '@assay/domain/benchmarks/latte/latte-report'
import { parseMongoPerf } from '@assay/domain/benchmarks/mongo-perf/mongo-perf-report'
import { parseQueryStreams } from '@assay/domain/benchmarks/tpc-ds/query-streams'
import { encodeHdr } from '@assay/domain/histograms/hdr-encoding'
import { recordValues } from '@assay/domain/histograms/histogram'
import fc from 'fast-check'
import { cutInHalf, type GeneratedFormat, pretty, replaced } from './generated-format.ts'

const NANOSECONDS = { lowest: 1, highest: 60_000_000_000, digits: 3 } as const
const PERCENTILES = [0, 50, 99, 99.9, 100]

const latency = (times: readonly number[], isWithHistogram: boolean) => {
  const histogram = recordValues(
    NANOSECONDS,
    times.map((ms) => [Math.round(ms * 1e6), 1]),
  )
  const sorted = times.toSorted((a, b) => a - b)
  const at = (percent: number) => sorted[Math.min(times.length - 1, Math.floor((percent / 100) * times.length))] ?? 0
  return {
    mean: { n: 1, value: times.reduce((sum, ms) => sum + ms, 0) / times.length, std_err: null },
    percentiles: PERCENTILES.map((percent) => ({ n: 100, value: at(percent), std_err: null })),
    ...(isWithHistogram ? { histogram: Buffer.from(encodeHdr(histogram)).toString('base64') } : {}),
  }
}

const times = fc.array(fc.double({ min: 0.01, max: 1_000, noNaN: true }), { minLength: 3, maxLength: 60 })

const latte: GeneratedFormat = {
  name: 'latte',
  parse: parseLatte,
  valid: fc
    .tuple(times, fc.integer({ min: 1, max: 256 }), fc.option(fc.integer({ min: 1, max: 1e6 })))
    .map(([all, concurrency, rate]) =>
      pretty({
        conf: {
          workload: 'workloads/basic/read.rn',
          functions: [{ name: 'run', weight: 1 }],
          ...{ concurrency, threads: 1, rate, cass_version: '5.0.2', params: [['rows', '1000']] },
        },
        percentiles: PERCENTILES.map(Math.fround),
        result: {
          ...{ elapsed_time_s: 10, cycle_count: all.length, request_count: all.length, row_count: 0 },
          ...{ request_retry_count: 0, error_count: 0, errors: [] },
          cycle_throughput: { n: 1, value: all.length / 10, std_err: null },
          req_throughput: { n: 1, value: all.length / 10, std_err: null },
          row_throughput: { n: 1, value: 0, std_err: null },
          cycle_latency: latency(all, true),
          cycle_latency_by_fn: { run: latency(all, false) },
          log: [0, 1, 2].map((second) => ({ time_s: second, duration_s: 1, cycle_throughput: 3 })),
        },
      }),
    ),
  violations: [
    replaced('a rate that is not count by time', /"elapsed_time_s": 10/, '"elapsed_time_s": 1000', /cycle_throughput/),
    replaced('a count of 0', /"cycle_count": \d+/, '"cycle_count": 0', /"cycle_count"/),
    replaced('more errors than operations', /"error_count": 0/, '"error_count": 9999', /"error_count"/),
    replaced('a histogram of another test', /("histogram": ")[^"]{12}/, '$1AAAAAAAAAAAA', /"histogram"/),
    replaced('a mean outside of its percentiles', /("mean": \{\s+"n": 1,\s+"value": )/, '$199999', /"mean"/),
    cutInHalf,
  ],
}

const rate = fc.double({ min: 1, max: 1e6, noNaN: true })

const mongoPerf: GeneratedFormat = {
  name: 'mongo-perf',
  parse: parseMongoPerf,
  valid: fc.array(fc.array(rate, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }).map((tests) =>
    pretty({
      results: tests.map((trials, at) => ({
        name: `Insert.Test${at}`,
        results: {
          run_start_time: 1,
          ...Object.fromEntries(
            [1, 4].map((threads) => [
              threads,
              {
                ops_per_sec: trials.reduce((sum, one) => sum + one, 0) / trials.length,
                ops_per_sec_values: trials,
                ...{ error_count: 0, elapsed_secs: 5, n: trials.length },
              },
            ]),
          ),
        },
      })),
      storageEngine: 'wiredTiger',
    }),
  ),
  violations: [
    replaced('a mean that is not that of its trials', /"ops_per_sec": /, '"ops_per_sec": 99', /"ops_per_sec"/),
    replaced('a negative rate', /"ops_per_sec": /, '"ops_per_sec": -', /"ops_per_sec"/),
    replaced('a rate that is text', /"ops_per_sec": [\d.e+]+/, '"ops_per_sec": "fast"', /"ops_per_sec"/),
    cutInHalf,
  ],
}

const milliseconds = fc.double({ min: 0.001, max: 900_000, noNaN: true }).map((ms) => ms.toFixed(3))

const tpcDs: GeneratedFormat = {
  name: 'TPC-DS',
  parse: parseQueryStreams,
  valid: fc.tuple(fc.nat(3), fc.array(milliseconds, { minLength: 2, maxLength: 9 })).map(([stream, all]) =>
    [
      'Timing is on.',
      ...all.flatMap((ms, at) => {
        const about = `query ${at + 1} in stream ${stream} using template query${at + 11}.tpl`
        return [`-- start ${about}`, 'select 1;', '1', `Time: ${ms} ms`, `-- end ${about}`]
      }),
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('a query without time', /Time: .*\n/, '', /-- end query 1 /),
    replaced('a time that is not a number', /Time: \S+/, 'Time: long', /long/),
    replaced('a time without unit', /(Time: \S+) ms/, '$1', /Time/),
    replaced('an end of another query', /-- end query 1 /, '-- end query 7 ', /-- end query 7/),
    { name: 'cut output', change: (text) => text.slice(0, text.lastIndexOf('-- end')), line: /-- start/ },
  ],
}

const job = (lines: readonly (readonly [user: string, text: string])[]) => `${JSON.stringify(lines.flat(), null, 2)}\n`

const tproccJob: GeneratedFormat = {
  name: 'a TPROC-C job of HammerDB',
  parse: parseHammerdbLog,
  valid: fc
    .record({ nopm: fc.integer({ min: 1, max: 1e7 }), users: fc.integer({ min: 1, max: 500 }) })
    .map(({ nopm, users }) =>
      job([
        ['0', 'Vuser 1:RUNNING'],
        ['1', 'Beginning rampup time of 2 minutes'],
        ['1', 'Timing test period of 5 in minutes'],
        ['1', `${users} Active Virtual Users configured`],
        ['1', `TEST RESULT : System achieved ${nopm} NOPM from ${nopm * 2} PostgreSQL TPM`],
        ['0', 'ALL VIRTUAL USERS COMPLETE'],
      ]),
    ),
  violations: [
    replaced('a result of 0', /achieved \d+ NOPM/, 'achieved 0 NOPM', /TEST RESULT/),
    replaced('a result that is not a number', /achieved \d+ NOPM/, 'achieved many NOPM', /TEST RESULT/),
    replaced('a result that is cut', / NOPM from .* TPM/, '', /TEST RESULT/),
    { name: 'a cut job', change: (text) => text.slice(0, text.lastIndexOf('"0"')), line: /TPM|^\s*$/ },
  ],
}

const tprochJob: GeneratedFormat = {
  name: 'a TPROC-H job of HammerDB',
  parse: parseTprochLog,
  valid: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 22, maxLength: 22 }).map((all) => {
    const geomean = Math.exp(all.reduce((sum, ms) => sum + Math.log(ms / 1_000), 0) / all.length)
    const total = Math.ceil(all.reduce((sum, ms) => sum + ms, 0) / 1_000)
    return job([
      ['0', 'Vuser 1:RUNNING'],
      ...all.map((ms, at) => ['1', `query ${at + 1} completed in ${ms / 1_000} seconds`] as const),
      ['1', `Completed 1 query set(s) in ${total} seconds`],
      ['1', `Geometric mean of query times returning rows (22) is "${geomean.toFixed(5)}"`],
      ['0', 'Vuser 1:FINISHED SUCCESS'],
    ])
  }),
  violations: [
    replaced('queries that took longer than their set', /completed in (\d)/, 'completed in 9999$1', /Completed 1/),
    replaced('a time that is not a number', /completed in [\d.]+/, 'completed in much', /much/),
    { name: 'a cut job', change: (text) => text.slice(0, text.indexOf('"Completed')), line: /"1"|completed in|^\s*$/ },
  ],
}

/** Reports of suites of queries, and of clients of document and wide-column stores. */
export const GENERATED_QUERY_SUITES: readonly GeneratedFormat[] = [latte, mongoPerf, tpcDs, tproccJob, tprochJob]
