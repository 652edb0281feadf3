import { parseTprochLog } from '@assay/domain/benchmarks/hammerdb/tproch-log'
import { parseNosqlbench } from '@assay/domain/benchmarks/nosqlbench/nosqlbench-summary'
import fc from 'fast-check'
import { type GeneratedFormat, measured, replaced } from './generated-format.ts'

const stream = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 22, maxLength: 22 })

const tproch: GeneratedFormat = {
  name: 'TPROC-H',
  parse: parseTprochLog,
  valid: fc.array(stream, { minLength: 1, maxLength: 4 }).map((users) =>
    [
      ...users.map((_, i) => `Vuser ${i + 1}:RUNNING`),
      ...users.flatMap((times, i) => {
        const geomean = Math.exp(times.reduce((sum, ms) => sum + Math.log(ms / 1_000), 0) / times.length)
        return [
          ...times.flatMap((ms, at) => [
            `Vuser ${i + 1}:Executing Query ${at + 1} (${at + 1} of 22)`,
            `Vuser ${i + 1}:query ${at + 1} completed in ${ms / 1_000} seconds`,
          ]),
          `Vuser ${i + 1}:Completed 1 query set(s) in ${Math.ceil(times.reduce((sum, ms) => sum + ms, 0) / 1_000)} seconds`,
          `Vuser ${i + 1}:Geometric mean of query times returning rows (22) is ${geomean.toFixed(5)}`,
          `Vuser ${i + 1}:FINISHED SUCCESS`,
        ]
      }),
      'ALL VIRTUAL USERS COMPLETE',
      '',
    ].join('\n'),
  ),
  violations: [
    replaced('queries that took longer than their set', /completed in (\d)/, 'completed in 9999$1', /Completed 1/),
    replaced('a geometric mean outside of its times', /rows \(22\) is /, 'rows (22) is 999', /Completed 1/),
    replaced('a time that is not a number', /completed in [\d.]+/, 'completed in much', /much/),
    { name: 'a cut log', change: (text) => text.slice(0, text.indexOf('Vuser 1:Completed')), line: /completed in/ },
  ],
}

const nosqlbench: GeneratedFormat = {
  name: 'NoSQLBench',
  parse: parseNosqlbench,
  valid: measured.map(({ count, seconds, mean, below, above }) => {
    const ms = (value: number) => `${value.toFixed(2)} milliseconds`
    return [
      '-- Gauges ----------------------------------------------------------------------',
      'main.cycles.config.cyclerate',
      '             value = 0.0',
      '',
      '-- Timers ----------------------------------------------------------------------',
      'cqlkeyvalue_default_main.cycles.servicetime',
      `             count = ${count}`,
      `         mean rate = ${(count / seconds).toFixed(2)} calls/second`,
      `     1-minute rate = ${(count / seconds).toFixed(2)} calls/second`,
      `               min = ${ms(mean * below)}`,
      `               max = ${ms(mean * above)}`,
      `              mean = ${ms(mean)}`,
      '            stddev = 1.00 milliseconds',
      `            median = ${ms(mean)}`,
      `              75% <= ${ms(mean * 1.2)}`,
      `              95% <= ${ms(mean * 1.4)}`,
      `              98% <= ${ms(mean * 1.5)}`,
      `              99% <= ${ms(mean * 1.6)}`,
      `            99.9% <= ${ms(mean * 1.7)}`,
      '',
    ].join('\n')
  }),
  violations: [
    replaced('a negative count', /(count = )/, '$1-', /count/),
    replaced('a rate of NaN', /(mean rate = )[\d.]+/, '$1NaN', /mean rate/),
    replaced('a maximum below the mean', / max = [\d.]+/, ' max = 0.01', /(?:max|mean|99\.9%)/),
    replaced('an unknown unit', /(median = [\d.]+) milliseconds/, '$1 fortnights', /fortnights/),
    { name: 'a cut summary', change: (text) => text.slice(0, text.indexOf('              99%')), line: /servicetime/ },
  ],
}

/** Reports of suites that have several tests. */
export const GENERATED_SUITES: readonly GeneratedFormat[] = [tproch, nosqlbench]
