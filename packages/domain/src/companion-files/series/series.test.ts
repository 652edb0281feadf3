import { labArchive } from '@assay/testing/import/lab-profiles'
import { fixtureText } from '@assay/testing/import/recorded-output'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import { parseDstat } from './parse-dstat.ts'
import { parsePidstat } from './parse-pidstat.ts'
import { parsePrometheus } from './parse-prometheus.ts'
import { parseSar } from './parse-sar.ts'
import { meansOf } from './sampled-series.ts'

const value = <T>({ value: found, problems }: { value: T | null; problems: unknown }): T => {
  expect(problems).toEqual([])
  return found ?? expect.fail('no value')
}

test('sar: shares of all CPUs and context switches, with the means that sar prints itself', () => {
  const text = fixtureText('sysstat-12.6.1/sar.cpu')
  const { vmstat } = value(parseSar(text, 'f'))
  const mean = (name: string) => {
    const values = vmstat?.samples[name] ?? []
    return values.reduce((sum, one) => sum + one, 0) / values.length
  }
  expect(vmstat?.samples.us).toHaveLength(12)
  const [, nice = ''] = /^Average: +all +[\d.]+ +([\d.]+)/m.exec(text) ?? []
  const [, user = ''] = /^Average: +all +([\d.]+)/m.exec(text) ?? []
  const [, switches = ''] = /^Average: +[\d.]+ +([\d.]+)\n/m.exec(text) ?? []
  expect(mean('us')).toBeCloseTo(Number(user) + Number(nice), 0)
  expect(mean('cs') / Number(switches)).toBeCloseTo(1, 1)
})

test('sar with all tables: CPU of all, I/O and the run queue', () => {
  const { vmstat, series } = value(parseSar(fixtureText('sysstat-12.6.1/sar.all'), 'f'))
  expect(vmstat?.samples.us).toHaveLength(3)
  expect(Object.keys(meansOf(series)).sort()).toEqual(['load_average', 'r/s', 'run_queue', 'w/s'])
})

test('sadf: the JSON and the table of a recording give what sar prints of it, with the traffic of its device', () => {
  const [text, json, table] = ['sar.recorded', 'sadf.json', 'sadf.table'].map((name) =>
    value(parseSar(fixtureText(`sysstat-12.6.1/${name}`), name)),
  )
  expect(text?.vmstat?.samples.us).toHaveLength(4)
  expect(Object.keys(meansOf(text?.series ?? [])).sort()).toEqual(
    ['load_average', 'r/s', 'rMB/s', 'run_queue', 'w/s', 'wMB/s'].sort(),
  )
  for (const other of [json, table]) {
    expect(other?.vmstat?.samples).toEqual(text?.vmstat?.samples)
    expect(meansOf(other?.series ?? [])).toEqual(meansOf(text?.series ?? []))
  }
})

test.each(['pidstat', 'pidstat.h'])('%s: CPU and memory by command', (name) => {
  const means = meansOf(value(parsePidstat(fixtureText(`sysstat-12.6.1/${name}`), 'f')))
  expect(means['process_cpu:sysbench']).toBeGreaterThan(10)
  expect(means['process_rss_kb:sysbench']).toBeCloseTo(8_812, 0)
})

test('dstat: a first row without values is no sample, and all others are', () => {
  const text = [
    '----system---- ----total-usage---- -dsk/total- ---system--',
    '     time     |usr sys idl wai stl| read  writ| int   csw ',
    '09-04 15:43:09|                   |           |           ',
    '09-04 15:43:10| 14   2  80   4   0| 256M  155M|  55k  228k',
    '09-04 15:43:11| 16   2  78   4   0| 250M  150M|  55k  230k',
    '',
  ].join('\n')
  const { vmstat } = value(parseDstat(text, 'f'))
  expect(vmstat?.samples).toMatchObject({ us: [14, 16], id: [80, 78] })
})

test('dstat: the screen and the CSV, without the row since boot', () => {
  const { vmstat, series } = value(parseDstat(fixtureText('dstat-0.8.0/dstat'), 'f'))
  expect(vmstat?.samples.us).toHaveLength(10)
  expect(vmstat?.samples.cs?.[0]).toBe(1_934)
  expect(series.find(({ metric }) => metric === 'rMB/s')?.values[0]).toBe(4096 / 1024 ** 2)
  const csv = [
    '"Dstat 0.7.4 CSV output"',
    '"Cmdline:","dstat -cdy --output x 5",,,,"Date:","24 Nov 2026"',
    '"total cpu usage",,,,,"dsk/total",,"system",',
    '"usr","sys","idl","wai","stl","read","writ","int","csw"',
    '1.5,0.5,98,0,0,10,20,30,40',
    '20.25,9.75,70,0,0,1048576.0,0,30,400.5',
    '',
  ].join('\n')
  const read = value(parseDstat(csv, 'f'))
  expect(read.vmstat?.samples).toMatchObject({ us: [20.25], sy: [9.75], cs: [400.5] })
  expect(read.series[0]).toEqual({ metric: 'rMB/s', values: [1], intervalSeconds: 5 })
})

test('Prometheus: a gap is null, and labels in which series differ are in their names', () => {
  const matrix = (values: unknown) => ({ status: 'success', data: { resultType: 'matrix', result: values } })
  const labels = { __name__: 'pg_up', job: 'pg' }
  const one = [
    [100, '1'],
    [115, '2'],
    [145, '4'],
  ]
  const text = JSON.stringify(
    matrix([
      { metric: { ...labels, db: 'a' }, values: one },
      { metric: { ...labels, db: 'b' }, values: one },
    ]),
  )
  expect(value(parsePrometheus(text, 'f'))).toEqual(
    ['a', 'b'].map((db) => ({ metric: `prometheus:pg_up db=${db}`, values: [1, 2, null, 4], intervalSeconds: 15 })),
  )
})

test('sar next to an output gives CPU per operation, and samples that cover the test', () => {
  const files = [
    { path: 'pg-18.1/oltp_insert-c4.log', text: sysbenchText({ qps: 1_000, threads: 4 }) },
    { path: 'pg-18.1/sar.txt', text: fixtureText('sysstat-12.6.1/sar.cpu') },
    { path: 'pg-18.1/pidstat.txt', text: fixtureText('sysstat-12.6.1/pidstat') },
  ]
  const { documents, problems, questions } = importFiles(files, {
    profile: labArchive,
    overrides: { hardware: 'lab3' },
  })
  expect([problems, questions]).toEqual([[], []])
  const [document] = documents
  const metric = (name: string) => document?.results[0]?.values[document.metricNames.indexOf(name)] ?? Number.NaN
  expect(metric('cpu/o')).toBeCloseTo(metric('cpu/s') / 1_000, 9)
  expect(metric('cs/o')).toBeGreaterThan(0)
  expect(document?.metrics?.find(({ name }) => name === 'process_cpu:sysbench')?.unit).toBe('% of one CPU')
})
