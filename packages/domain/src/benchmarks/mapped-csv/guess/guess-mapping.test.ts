import { sysbenchText } from '@assay/testing/import/sysbench-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../../../import/import-files.ts'
import { parseImportProfile } from '../../../import/profile/profile.ts'
import { SHIPPED_PROFILES } from '../../../import/profile/shipped-profiles.ts'
import { unwrap } from '../../../result.ts'
import { findMarks } from './decimal-marks.ts'
import { guessMapping } from './guess-mapping.ts'
import { readMetricHeading } from './metric-heading.ts'

// Spreadsheets as people export them, without a mapping.

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const seed = Number(process.env.ASSAY_TEST_SEED ?? 1107)

function read(text: string, path = 'lab/results.csv') {
  const { documents, problems, ignored } = importFiles([{ path, text }], { profile, overrides: { hardware: 'lab3' } })
  const rows = documents.flatMap(({ product, version, config, repeat = 1, metricNames, results }) =>
    results.map(({ test: name, clients, params = {}, values }) =>
      [product, version, config.name, repeat, name, clients, ...Object.entries(params).flat()]
        .concat(metricNames.flatMap((metric, i) => (values[i] == null ? [] : [`${metric}=${values[i]}`])))
        .join(' '),
    ),
  )
  return { rows, problems: problems.map(({ line, message }) => `${line ?? ''} ${message}`), ignored }
}

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n`

describe('a table gives the runs of its headings', () => {
  test.each<[string, string, string, string[]]>([
    [
      'a column for each metric',
      'oltp.csv',
      lines('Version,Clients,TPS,p95 (ms)', 'PostgreSQL 17.6,8,12345.6,1.9', 'PostgreSQL 18.1,16,12845.6,1.8'),
      [
        'PostgreSQL 17.6 none 1 oltp 8 tps=12345.6 latency_ms_p95=1.9',
        'PostgreSQL 18.1 none 1 oltp 16 tps=12845.6 latency_ms_p95=1.8',
      ],
    ],
    [
      'German marks and headings',
      'Ergebnisse.csv',
      `\uFEFF${lines('Datenbank;Version;Test;Verbindungen;Durchsatz [TPS];Latenz p99 [ms]', 'pg;18.1;oltp_read_only;8;12.345,6;1,9')}`,
      ['PostgreSQL 18.1 none 1 oltp_read_only 8 tps=12345.6 latency_ms_p99=1.9'],
    ],
    [
      'a row for each value with its unit',
      'long.csv',
      lines(
        'dbms,version,threads,benchmark,metric,value,unit',
        'mysql,8.4.7,1,point_select,qps,12345,1/s',
        'mysql,8.4.7,1,point_select,p95_latency,120,us',
      ),
      ['MySQL 8.4.7 none 1 point_select 1 qps=12345 latency_ms_p95=0.12'],
    ],
    [
      'a title above and units below the headings, and empty columns after them',
      'sheet.tsv',
      lines(
        'Results of lab 3\t\t\t\t',
        '\t\t\t\t',
        'db\tversion\tclients\ttps\tlatency avg\t',
        '\t\t\t1/s\tms\t',
        'pg\t18.1\t8\t1100\t7\t',
      ),
      ['PostgreSQL 18.1 none 1 sheet 8 tps=1100 latency_ms_avg=7'],
    ],
    [
      'a column for each version',
      'tps.csv',
      lines('test,pg 17.6,pg 18.1', 'point-query,1010,1020'),
      ['PostgreSQL 17.6 none 1 point-query 1 tps=1010', 'PostgreSQL 18.1 none 1 point-query 1 tps=1020'],
    ],
    [
      'a column for each repeat',
      'oltp_insert.csv',
      lines('version,tps_1,tps_2', 'mysql 8.4.3,900,910', 'mysql 9.2.0,800,805'),
      [
        'MySQL 8.4.3 none 1 oltp_insert 1 tps=900',
        'MySQL 8.4.3 none 2 oltp_insert 1 tps=910',
        'MySQL 9.2.0 none 1 oltp_insert 1 tps=800',
        'MySQL 9.2.0 none 2 oltp_insert 1 tps=805',
      ],
    ],
    [
      'a column for each version and metric',
      'lab.csv',
      lines('test,pg 17.6 tps,pg 17.6 p95 (ms),pg 18.1 tps,pg 18.1 p95 (ms)', 'point-query,10,1.5,11,1.4'),
      [
        'PostgreSQL 17.6 none 1 point-query 1 tps=10 latency_ms_p95=1.5',
        'PostgreSQL 18.1 none 1 point-query 1 tps=11 latency_ms_p95=1.4',
      ],
    ],
    [
      'columns that are computed from others',
      'diff.csv',
      lines('version,tps,change %', 'pg 17.6,10,', 'pg 18.1,11,10%'),
      ['PostgreSQL 17.6 none 1 diff 1 tps=10', 'PostgreSQL 18.1 none 1 diff 1 tps=11'],
    ],
    [
      'a heading with the product of its versions',
      'speedtest.csv',
      lines('SQLite version;test;seconds', '3.45.1;insert;1,23', '3.46.0;insert;1,11'),
      ['SQLite 3.45.1 none 1 insert 1 seconds=1.23', 'SQLite 3.46.0 none 1 insert 1 seconds=1.11'],
    ],
    [
      'cells without a value',
      'holes.csv',
      lines('version,threads,tps,p95 (ms)', 'pg 17.6,8,10,N/A', 'pg 18.1,8,11,1.5'),
      ['PostgreSQL 17.6 none 1 holes 8 tps=10', 'PostgreSQL 18.1 none 1 holes 8 tps=11 latency_ms_p95=1.5'],
    ],
    [
      'rows of the same dimensions as repeats, and words as parameters',
      'runs.csv',
      lines('server,fs,qps', 'mysql 8.4.7,ext4,10', 'mysql 8.4.7,ext4,11', 'mysql 8.4.7,xfs,12', 'mysql 8.4.7,xfs,13'),
      [
        'MySQL 8.4.7 none 1 runs 1 fs ext4 qps=10',
        'MySQL 8.4.7 none 1 runs 1 fs xfs qps=12',
        'MySQL 8.4.7 none 2 runs 1 fs ext4 qps=11',
        'MySQL 8.4.7 none 2 runs 1 fs xfs qps=13',
      ],
    ],
  ])('%s', (_name, file, text, expected) => {
    const { rows, problems } = read(text, `lab/${file}`)
    expect(problems).toEqual([])
    expect(rows.map((row) => row.replace(/ (?:default|unknown|none) (?=\d)/, ' none ')).sort()).toEqual(
      [...expected].sort(),
    )
  })
})

test('rows that summarize others are left out, and named', () => {
  const { rows, problems } = read('version,clients,tps\npg 18.1,8,10\npg 18.0,8,11\nAverage,,10.5\n')
  expect(rows).toHaveLength(2)
  expect(problems.join('\n')).toMatch(/^4 .*summary of other rows, and is left out/)
})

describe('a table that is not certain gives no run and says why', () => {
  test.each<[string, string, RegExp]>([
    ['a column that nothing explains', 'version,clients,tps,foo\npg 18.1,8,10,3\npg 18.0,8,11,4\n', /^1 .*"foo"/],
    [
      'both decimal marks',
      'version;tps;p95 (ms)\npg 18.1;12,5;1.25\npg 18.0;12,6;1.5\n',
      /decimal commas.*decimal points/,
    ],
    [
      'a number that is a fraction or thousands',
      'version;tps\npg 18.1;12.345\npg 18.0;12.346\n',
      /12\.345, which may be/,
    ],
    ['two columns of one metric', 'version,tps,transactions/s\npg 18.1,10,11\npg 18.0,10,11\n', /seem to be the same/],
    ['versions without a metric', 'test,pg 17.6,pg 18.1\npoint,1010,1020\n', /nothing names the metric/],
    ['rows of which some occur twice', 'version,tps\npg 18.1,10\npg 18.1,11\npg 18.0,9\n', /may not be repeats/],
    ['a row that is cut', 'version,clients,tps\npg 18.1,8,10\npg 18.0,8\n', /^3 .*2 cells for 3 columns/],
  ])('%s', (_name, text, message) => {
    const { rows, problems, ignored } = read(text)
    expect(rows).toEqual([])
    expect([...problems, ...ignored.map(({ reason }) => reason)].join('\n')).toMatch(message)
  })
})

test('a table next to output that was read is left out, because it repeats the output', () => {
  const files = [
    { path: 'lab/summary.csv', text: 'version,tps\npg 18.1,10\npg 18.0,11\n' },
    { path: 'lab/pg-18.1/oltp_insert.log', text: sysbenchText({ qps: 900, threads: 8 }) },
  ]
  const { documents, ignored } = importFiles(files, { profile, overrides: { hardware: 'lab3' } })
  expect(documents.map(({ benchmark }) => benchmark.name)).toEqual(['sysbench'])
  expect(ignored).toEqual([{ path: 'lab/summary.csv', reason: expect.stringMatching(/next to output/) }])
})

test('a unit that a heading does not state is never invented', () => {
  expect(readMetricHeading('p95_latency')).toEqual({ metric: 'latency_p95', unit: 'not stated', better: 'lower' })
  expect(readMetricHeading('throughput')).toEqual({ metric: 'throughput', unit: 'not stated', better: 'higher' })
  expect(readMetricHeading('read p99 (us)')).toEqual({
    metric: 'latency_ms_p99:read',
    unit: 'ms',
    better: 'lower',
    times: 0.001,
  })
  expect(readMetricHeading('foo')).toBe(null)
})

test(`numbers are read as they were written, in English and German notation (seed ${seed})`, () => {
  const number = fc.record({ whole: fc.integer({ min: 0, max: 9_999_999 }), fraction: fc.integer({ min: 1, max: 9 }) })
  fc.assert(
    fc.property(fc.array(number, { minLength: 2, maxLength: 8 }), fc.boolean(), (numbers, isGerman) => {
      const [thousands, decimal] = isGerman ? ['.', ','] : [',', '.']
      const written = numbers.map(
        ({ whole, fraction }) => `${String(whole).replace(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${fraction}`,
      )
      expect(findMarks(written)).toEqual({ decimal, thousands })
      const text = ['version;tps', ...written.map((cell, i) => `pg 18.${i};${cell}`)].join('\n')
      const values = read(text).rows.map((row) => Number(/tps=(.*)/.exec(row)?.[1]))
      expect(values.sort()).toEqual(numbers.map(({ whole, fraction }) => Number(`${whole}.${fraction}`)).sort())
    }),
    { seed, numRuns: 60 },
  )
})

test(`no text makes the reader throw (seed ${seed})`, () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('message', 'tps', 'version', '18.1', '"', '1,5', 'pg 18.1', 'metric', 'value'),
  )
  const row = fc.array(cell, { maxLength: 5 }).map((cells) => cells.join(';'))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      guessMapping(rows.join('\n'), 'x.csv')
    }),
    { seed },
  )
})
