import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { parseCsvMapping } from './csv-mapping.ts'
import { parseMappedCsv } from './mapped-csv.ts'

const wide = unwrap(
  parseCsvMapping(`
schemaVersion: 1
columns:
  Engine: product
  Release: version
  users: clients
  test: test
  fs: param:file_system
  QPS: { metric: qps }
  lat ns: { metric: usec_op, times: 0.001 }
  score: { metric: score, unit: points, better: higher, about: made up }
  remark: ignore
set: { benchmark: mine, hardware: box1 }
values: { product: { pg: PostgreSQL } }
missing: [crashed]
thousands: ","
`),
)
const header = 'Engine,Release,users,test,fs,QPS,lat ns,score,remark'
const parse = (...lines: string[]) => parseMappedCsv([header, ...lines].join('\n'), 'f.csv', wide)

test('columns are dimensions, parameters and metrics; words are replaced and numbers are scaled', () => {
  expect(parse('pg,18.0,8,point,ext4,"12,345.5",1500,7,"a\nb"', 'pg,18.0,8,range,xfs,20,NA,-,')).toEqual({
    value: {
      rows: [
        {
          line: 2,
          fields: { benchmark: 'mine', hardware: 'box1', product: 'PostgreSQL', version: '18.0' },
          params: { file_system: 'ext4' },
          test: 'point',
          group: null,
          clients: 8,
          values: { qps: 12345.5, usec_op: 1.5, score: 7 },
        },
        expect.objectContaining({ line: 4, test: 'range', values: { qps: 20 } }),
      ],
      declared: [{ name: 'score', unit: 'points', better: 'higher', about: 'made up' }],
      primaryMetric: 'qps',
    },
    problems: [],
  })
})

test('a word for a missing value is not 0, and an invalid number is a problem with line and column', () => {
  const { value, problems } = parse('pg,18.0,8,point,ext4,crashed,0x10,7,', 'pg,18.0,8,range,ext4,"1,23",2,3,')
  expect(value?.rows.map(({ values }) => values)).toEqual([{ score: 7 }, { usec_op: 0.002, score: 3 }])
  expect(problems).toEqual([
    { file: 'f.csv', line: 2, message: 'column 7 (`lat ns`): `0x10` is not a number' },
    { file: 'f.csv', line: 3, message: 'column 6 (`QPS`): `1,23` is not a number' },
  ])
})

test('truncated rows, invalid clients and unclosed quotes are problems', () => {
  expect(parse('pg,18.0,8').problems).toEqual([
    {
      file: 'f.csv',
      line: 2,
      message: '3 cells for 9 columns: the row is cut or joined; restore the file or run the test again',
      refusesRun: true,
    },
  ])
  expect(parse('pg,18.0,0,point,ext4,1,2,3,').problems[0]?.message).toBe('clients are `0`, not a whole number from 1')
  expect(parse('pg,18.0,8,"point,ext4,1,2,3,')).toMatchObject({ value: null, problems: [{ file: 'f.csv' }] })
})

test('a header with a missing or an unknown column is refused with the name of the column', () => {
  expect(parseMappedCsv('test,QPS\n', 'f', wide).problems[0]?.message).toMatch(/^the header lacks `Engine`, `Release`/)
  expect(parseMappedCsv(`${header},more\n`, 'f', wide).problems[0]?.message).toBe(
    'the mapping does not say what `more` is: name it, or say `others: ignore`',
  )
})

test('a long table has a row for each value', () => {
  const long = unwrap(
    parseCsvMapping(
      '{"schemaVersion":1,"layout":"long","separator":";","decimal":",","columns":{"t":"test","m":"metric","v":"value"},"metrics":{"Lat":{"metric":"usec_op"}},"set":{"benchmark":"b","clients":4}}',
    ),
  )
  const { value, problems } = parseMappedCsv('t;m;v\na;qps;1,5\na;Lat;2\na;weird;3\n', 'f', long)
  expect(value?.rows.map(({ line, clients, values }) => [line, clients, values])).toEqual([
    [2, 4, { qps: 1.5 }],
    [3, 4, { usec_op: 2 }],
  ])
  expect(problems).toEqual([
    {
      file: 'f',
      line: 4,
      message: 'column 2 (`m`): metric `weird` is not known: declare it under `metrics` with unit and better',
    },
  ])
})

test('an error in a mapping is reported with its line', () => {
  const errorOf = (text: string) => {
    const read = parseCsvMapping(text)
    return read.ok ? null : read.error
  }
  expect(errorOf('schemaVersion: 1\ncolumns:\n  a: test\n  b: { metric: score }\n')).toEqual({
    line: 4,
    message: 'columns.b: a metric that Assay does not know needs `unit` and `better` (higher, lower, neither)',
  })
  expect(errorOf('schemaVersion: 1\ncolumns:\n  a: tset\n  b: { metric: qps }\n')?.message).toContain(
    '"tset" is not a field; known: benchmark',
  )
  expect(errorOf('schemaVersion: 1\ncolumns: { a: test }\n')?.message).toContain(
    'a wide table has a column for each metric',
  )
  expect(errorOf('columns: [\n')?.line).toBeGreaterThan(0)
})

test('no text makes the parser throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.boolean(), (text, withHeader) => {
      const { value, problems } = parseMappedCsv(withHeader ? `${header}\n${text}` : text, 'f', wide)
      expect(value !== null || problems.length > 0).toBe(true)
      parseCsvMapping(text)
    }),
  )
})
