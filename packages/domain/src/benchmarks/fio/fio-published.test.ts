import { readdirSync, readFileSync } from 'node:fs'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { expect, test } from 'vitest'
import { parseFio } from './fio-output.ts'
import { fioValues } from './fio-values.ts'

const ARCHIVE = archiveUrl('fixtures/fio/')
const OURS = new URL('../../../../../demo/raw/nov26.fio.vm2/', import.meta.url)

const read = (url: URL) => readFileSync(url, 'utf8')
const valuesOf = (one: Parameters<typeof fioValues>[0]) => {
  const found = fioValues(one)
  if ('failure' in found) throw new Error(found.failure)
  return found
}

archiveTest.each([1, 2, 4, 8])('the raw file gives the published sums of %i jobs', (jobs) => {
  const { value, problems } = parseFio(
    read(new URL(`dec25.fio.300secs/ser7/o.ext4.ser7.secs300.${jobs}`, ARCHIVE)),
    'f',
  )
  expect(problems).toEqual([])
  const cases = (value?.cases ?? []).filter(({ name }) => name !== 'seqwrite')
  const published = read(new URL(`dec25.fio.300secs/ser7/sum.${jobs}.ext4.ser7.csv`, ARCHIVE))
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  expect(cases.map(({ label }) => label)).toEqual(published.map((cells) => cells[4]))
  for (const [i, one] of cases.entries()) {
    const { values, printedIops } = valuesOf(one)
    const [iops, mb] = (published[i] ?? []).map(Number)
    expect(one.jobs).toHaveLength(jobs)
    expect(printedIops).toBe(iops)
    // The published MB/s divides by 1.048576 where it should multiply.
    expect((values['wMB/s'] ?? 0) / 1.048576).toBeCloseTo(mb ?? 0, -1)
    expect((values['MB/s'] ?? 0) / (values['wMB/s'] ?? 1)).toBeCloseTo(1.048576, 9)
    expect(values.iops).toBe(values['w/s'])
    expect(Math.abs((values.iops ?? 0) - printedIops)).toBeLessThanOrEqual(jobs * (printedIops >= 10_000 ? 100 : 1))
  }
})

archiveTest('the latency of a sync is the mean over the syncs of all jobs, in one unit', () => {
  const { value } = parseFio(read(new URL('dec25.fio_sync/o.fio_sync.ser7', ARCHIVE)), 'f')
  const [, , , second] = (value?.cases ?? []).filter(({ name }) => name !== 'seqwrite')
  expect(second?.label).toBe('fsync=1_16K')
  // The file has both values.
  expect(valuesOf(second ?? value!.cases[0]!)).toMatchObject({ values: { sync_us: 1867.89, usec_op: 71.24 } })
  const mixed = parseFio(read(new URL('dec25.fio.300secs/ser7/o.ext4.ser7.secs300.8', ARCHIVE)), 'f').value?.cases ?? []
  for (const one of mixed) {
    const means = one.jobs.flatMap(({ sync }) => (sync === null ? [] : [sync.meanUs]))
    const { sync_us } = valuesOf(one).values
    if (means.length === 0) expect(sync_us).toBeUndefined()
    else expect((sync_us ?? 0) >= Math.min(...means) && (sync_us ?? 0) <= Math.max(...means)).toBe(true)
  }
})

test('recorded runs are parsed completely', () => {
  for (const name of readdirSync(OURS)) {
    const { value, problems } = parseFio(read(new URL(name, OURS)), name)
    expect(problems).toEqual([])
    expect(value?.cases.length).toBe(1)
  }
  const { value } = parseFio(read(new URL('o.randread.bs16k.nj4', OURS)), 'f')
  const [only] = value?.cases ?? []
  expect(only).toMatchObject({
    rw: 'randread',
    blockSize: '16k',
    engine: 'psync',
    depth: 1,
    version: '3.33',
    label: null,
  })
  const { values } = valuesOf(only!) // The length is tested above.
  expect(values['r/s']).toBeCloseTo(19255 / 3.001 + 19288 / 3.002 + 19388 / 3.001 + 19253 / 3.001, -2)
  expect(values.p99).toBeUndefined()
})
