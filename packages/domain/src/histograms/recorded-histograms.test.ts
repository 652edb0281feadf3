import { fixtureText, recordedFiles } from '@assay/testing/import/recorded-output'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../import/import-files.ts'
import { plainProfileYaml } from '../import/profile/plain-profile.ts'
import { parseImportProfile } from '../import/profile/profile.ts'
import { unwrap } from '../result.ts'
import { histogramQuantile } from './histogram.ts'
import { readUploadHistogram } from './upload-histogram.ts'

const profile = unwrap(parseImportProfile(plainProfileYaml))
const overrides = { product: 'X', version: '1.0', hardware: { name: 'bench' }, workload: 'small', clients: 2 } as const

function importText(name: string, text: string) {
  const { documents, problems } = importFiles([{ path: `run/${name}`, text }], { profile, overrides })
  return { result: documents[0]?.results[0], metricNames: documents[0]?.metricNames ?? [], problems }
}

const file = (end: string) => {
  const found = recordedFiles().find((path) => path.endsWith(end))
  if (found === undefined) throw new Error(`no recorded file ends in ${end}`)
  return fixtureText(found)
}

const CASES = [
  ['sysbench', 'point_select.histogram.mysql', 120_860, 'latency_ms_p95', 1],
  ['sysbench', 'write_only.interval.histogram.mysql', 13_237, 'latency_ms_p95', 1],
  ['db_bench', 'readrandom.histogram.threads4', 876_996, 'p99.9', 1_000],
] as const

describe('recorded histograms', () => {
  it.each(CASES)(
    'of %s (%s) count every operation and have the printed percentile',
    (_tool, name, count, metric, scale) => {
      const { result, metricNames, problems } = importText(name, file(name))
      expect(problems).toEqual([])
      const [sent] = result?.histograms ?? []
      if (sent === undefined) throw new Error('has no histogram')
      const histogram = unwrap(readUploadHistogram(sent))
      expect(histogram.count).toBe(count)
      const quantile = Number(`${metric.slice(metric.lastIndexOf('p') + 1)}e-2`)
      const printed = result?.values[metricNames.indexOf(metric)] ?? 0
      const own = (histogramQuantile(histogram, quantile) ?? 0) * sent.unitMs * scale
      // Tools print two decimals.
      expect(Math.abs(own - printed)).toBeLessThan(0.006)
    },
  )

  it('of fio are merged over jobs of one direction, and left out for a mix', () => {
    const mixed = importText('randrw', file('randrw.two_jobs.jsonplus'))
    expect(mixed.problems).toEqual([])
    expect(mixed.result?.histograms).toBeUndefined()
    expect(importText('write_only', file('write_only.interval.histogram.pgsql')).problems).toEqual([])
    const reads = file('randrw.two_jobs.jsonplus').replace(/("write" : \{[\s\S]*?"total_ios" : )\d+/, '$10')
    const only = importText('randread', reads)
    const [sent] = only.result?.histograms ?? []
    expect(sent === undefined ? 0 : unwrap(readUploadHistogram(sent)).count).toBe(7_568)
    expect(only.result?.values[only.metricNames.indexOf('p99')]).toBeGreaterThan(0)
  })

  it.each([
    [
      'point_select.histogram.mysql',
      / 12749$/m,
      ' 12748',
      'the histogram counts 120859 events, but the report says 120860',
    ],
    ['point_select.histogram.mysql', /0\.019 \|/, '0.009 |', 'the histogram falls to 0.009 ms'],
    ['point_select.histogram.mysql', /95th percentile: +0\.03/, '95th percentile: 0.09', 'percentile 95 is 0.09 ms'],
    ['readrandom.histogram.threads4', '89930', '89931', 'the histogram says 876996 values, but its rows count 876997'],
    ['readrandom.histogram.threads4', 'Max: 52094', 'Max: 99999', 'the maximum 99999 lies outside the last bucket'],
    ['readrandom.histogram.threads4', 'P99: 1.98', 'P99: 2.98', 'P99 is 2.98'],
    ['randrw.two_jobs.jsonplus', '"1320" : 1,', '"1320" : 2,', 'the bins of read of'],
  ])('a change of %s (%s to %s) is refused', (name, from, to, message) => {
    const text = file(name)
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    const { result, problems } = importText(name, changed)
    expect(result).toBeUndefined()
    const [problem] = problems
    expect(problem?.message).toContain(message)
    expect(problem?.line).toBeGreaterThan(0)
  })
})
