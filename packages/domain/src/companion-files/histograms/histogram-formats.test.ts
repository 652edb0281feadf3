import { readdirSync, readFileSync } from 'node:fs'
import { normalFrom, seededRandom } from '@assay/testing/seeded-random'
import { build, HistogramLogWriter } from 'hdr-histogram-js'
import { describe, expect, it } from 'vitest'
import { readUploadHistogram } from '../../histograms/upload-histogram.ts'
import { importFiles } from '../../import/import-files.ts'
import { plainProfileYaml } from '../../import/profile/plain-profile.ts'
import { parseImportProfile } from '../../import/profile/profile.ts'
import { unwrap } from '../../result.ts'
import type { UploadDocument } from '../../run/upload-document.ts'

type TextFile = { path: string; text: string }

const profile = unwrap(parseImportProfile(plainProfileYaml))
const overrides = { product: 'PostgreSQL', version: '15.18', hardware: { name: 'bench' }, workload: 'small' } as const
const read = (files: readonly TextFile[]) => importFiles(files, { profile, overrides })

const RECORDED = new URL('fixtures/pgbench-15/', import.meta.url)
const recorded = (kind: string): TextFile[] =>
  readdirSync(new URL(`${kind}/`, RECORDED)).map((name) => ({
    path: `${kind}/${name}`,
    text: readFileSync(new URL(`${kind}/${name}`, RECORDED), 'utf8'),
  }))

function valuesOf(document: UploadDocument | undefined): Record<string, number> {
  const [result] = document?.results ?? []
  const named = (document?.metricNames ?? []).map((name, i) => [name, result?.values[i] ?? null] as const)
  return Object.fromEntries(named.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}
const histogramsOf = (document: UploadDocument | undefined) => document?.results[0]?.histograms ?? []

describe('logs of pgbench', () => {
  it('times of two threads are one histogram with the exact quantiles to three digits', () => {
    const files = recorded('times')
    const { documents, problems, ignored } = read(files)
    expect([problems, ignored]).toEqual([[], []])
    const times = files
      .filter(({ path }) => path.includes('log'))
      .flatMap(({ text }) =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => Number(line.split(' ')[2])),
      )
      .sort((a, b) => a - b)
    const [sent] = histogramsOf(documents[0])
    expect(sent === undefined ? 0 : unwrap(readUploadHistogram(sent)).count).toBe(times.length)
    const values = valuesOf(documents[0])
    for (const [name, q] of [
      ['latency_ms_p50', 0.5],
      ['latency_ms_p99', 0.99],
    ] as const) {
      const exact = (times[Math.ceil(q * times.length) - 1] ?? 0) / 1_000
      expect(Math.abs((values[name] ?? 0) / exact - 1)).toBeLessThan(0.001)
    }
  })

  it('intervals of two threads are samples', () => {
    const { documents, problems } = read(recorded('sums'))
    expect(problems).toEqual([])
    const [result] = documents[0]?.results ?? []
    const tps = result?.samples?.find(({ metric }) => metric === 'tps')
    expect(tps).toMatchObject({ intervalSeconds: 1, values: [5642, 13413, 13002] })
    expect(valuesOf(documents[0])).toMatchObject({ latency_ms_min: 0.024, latency_ms_max: 30.23 })
  })

  it.each([
    [
      'a missing thread',
      (files: TextFile[]) => files.filter(({ path }) => !path.endsWith('log.1')),
      'but its logs count 499',
    ],
    [
      'a cut log',
      (files: TextFile[]) =>
        files.map((file) => (file.path.endsWith('log.1') ? { ...file, text: file.text.slice(0, -3) } : file)),
      'times/log.1:486: the last line is cut',
    ],
    [
      'a foreign line',
      (files: TextFile[]) =>
        files.map((file) => (file.path.endsWith('log.1') ? { ...file, text: `${file.text}done\n` } : file)),
      'times/log.1:487: `done` is not a row of the log',
    ],
  ])('are refused with %s', (_what, change, message) => {
    const { documents, problems } = read(change(recorded('times')))
    expect(readFromLogs(documents)).toEqual([])
    expect(problems.map(({ file, line, message: text }) => `${file}:${line}: ${text}`).join('\n')).toContain(message)
  })

  it('are refused when an interval contradicts itself', () => {
    const files = recorded('sums').map((file) => ({ ...file, text: file.text.replace(' 13138 ', ' 300 ') }))
    const { documents, problems } = read(files)
    expect(readFromLogs(documents)).toEqual([])
    expect(problems[0]).toMatchObject({ file: 'sums/log.0', line: 1 })
    expect(problems[0]?.message).toContain('do not sum to 899837 us')
  })
})

/** Everything of the results that only logs state. */
const readFromLogs = (documents: readonly UploadDocument[]) =>
  documents.flatMap(({ results }) =>
    results.flatMap(({ histograms = [], samples = [] }) => [...histograms, ...samples]),
  )

const REPORT = readFileSync(new URL('times/report', RECORDED), 'utf8')

/** A histogram with the number of transactions of the recorded report, and its mean of about 0.970 ms. */
function recordedByLibrary(unitsPerMs: number) {
  const normal = normalFrom(seededRandom(3))
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000_000,
    numberOfSignificantValueDigits: 3,
  })
  for (let i = 0; i < 985; i += 1) histogram.recordValue(Math.round(unitsPerMs * (0.97 + 0.1 * normal())))
  return histogram
}

function hdrLog(unitsPerMs: number, tags: readonly (string | undefined)[] = [undefined]): string {
  let log = ''
  const writer = new HistogramLogWriter((text) => {
    log += text
  })
  writer.outputLogFormatVersion()
  writer.outputStartTime(1_700_000_000_000)
  writer.outputLegend()
  for (const tag of tags) {
    const histogram = recordedByLibrary(unitsPerMs)
    if (tag !== undefined) histogram.tag = tag
    writer.outputIntervalHistogram(histogram, 1_700_000_000, 1_700_000_001, 1_000_000)
  }
  return log
}

describe('logs of HdrHistogram', () => {
  const report = { path: 'run/run.report', text: REPORT }

  it.each([
    ['nanoseconds', 1_000_000, 1e-6],
    ['microseconds', 1_000, 1e-3],
  ])('the unit is found by the report: %s', (_name, unitsPerMs, unitMs) => {
    const { documents, problems } = read([report, { path: 'run/run.hlog', text: hdrLog(unitsPerMs) }])
    expect(problems).toEqual([])
    expect(histogramsOf(documents[0])[0]).toMatchObject({ unitMs })
    const exact = recordedByLibrary(unitsPerMs).getValueAtPercentile(99) * unitMs
    expect(valuesOf(documents[0]).latency_ms_p99).toBeCloseTo(exact, 9)
  })

  it('without a matching figure the unit is asked for, and the name of the file answers', () => {
    const other = hdrLog(7_000)
    expect(read([report, { path: 'run/run.hlog', text: other }]).problems[0]?.message).toContain(
      'does not state the unit',
    )
    const { documents } = read([report, { path: 'run/run.us.hlog', text: other }])
    expect(histogramsOf(documents[0])[0]).toMatchObject({ unitMs: 1e-3 })
  })

  it('a tag is an operation', () => {
    const { documents, problems } = read([report, { path: 'run/run.us.hlog', text: hdrLog(1_000, ['get', 'put']) }])
    expect(problems).toEqual([])
    expect(histogramsOf(documents[0]).map(({ operation }) => operation)).toEqual(['get', 'put'])
    expect(valuesOf(documents[0])['latency_ms_p99:get']).toBeGreaterThan(0.97)
  })

  it('a cut log and a log of more values than the report are refused', () => {
    const cut = read([report, { path: 'run/run.us.hlog', text: hdrLog(1_000).trimEnd().slice(0, -8) }])
    expect(cut.refusedFiles).toEqual(['run/run.us.hlog'])
    expect(cut.documents.map(({ results }) => results.flatMap(({ histograms = [] }) => histograms))).toEqual([[]])
    expect(cut.problems[0]).toMatchObject({ file: 'run/run.us.hlog', line: 5 })
    const twice = read([report, { path: 'run/run.us.hlog', text: hdrLog(1_000, [undefined, undefined]) }])
    expect(twice.documents).toEqual([])
    expect(twice.problems[0]?.message).toContain('985 transactions')
  })

  it('a percentile distribution of the library is read, and refused when it is cut', () => {
    const text = recordedByLibrary(1_000).outputPercentileDistribution()
    const { documents, problems } = read([report, { path: 'run/run.us.hgrm', text }])
    expect(problems).toEqual([])
    const [sent] = histogramsOf(documents[0])
    expect(sent === undefined ? 0 : unwrap(readUploadHistogram(sent)).count).toBe(985)
    for (const broken of [
      text.slice(0, text.indexOf('#[Mean')),
      text.replace('Total count    =          985', 'Total count    =          986'),
    ]) {
      const answer = read([report, { path: 'run/run.us.hgrm', text: broken }])
      expect(answer.problems[0]?.message).toMatch(/is cut|but the rows count 985/)
    }
  })
})

describe('raw files of BenchBase', () => {
  const HEADER =
    'Transaction Type Index,Transaction Name,Start Time (microseconds),Latency (microseconds),Worker Id (start number),Phase Id (index in config file)'
  const row = (name: string, latency: number) => `1,${name},1700000000.123456,${latency},0,0`
  const raw = [
    HEADER,
    ...Array.from({ length: 985 }, (_, i) => row(i % 2 === 0 ? 'NewOrder' : 'Payment', 900 + i)),
  ].join('\n')

  it('are a histogram of each type and one of all', () => {
    const { documents, problems } = read([
      { path: 'run/report', text: REPORT },
      { path: 'run/tpcc.raw.csv', text: `${raw}\n` },
    ])
    expect(problems).toEqual([])
    expect(histogramsOf(documents[0]).map(({ operation }) => operation)).toEqual([undefined, 'NewOrder', 'Payment'])
    expect(valuesOf(documents[0])['latency_ms_p50:NewOrder']).toBeCloseTo(1.393, 2)
  })

  it('are refused when they are cut', () => {
    const { problems } = read([
      { path: 'run/report', text: REPORT },
      { path: 'run/tpcc.raw.csv', text: raw },
    ])
    expect(problems[0]).toMatchObject({ file: 'run/tpcc.raw.csv', line: 986 })
  })
})
