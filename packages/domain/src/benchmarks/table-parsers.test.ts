import { readFileSync } from 'node:fs'
import { archivePath, hasArchive } from '@assay/testing/archive/archive'
import { exampleTables, fixtureText } from '@assay/testing/import/recorded-output'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDbBenchDerived } from './db-bench/parse/db-bench-derived.ts'
import { parseDbBenchReport } from './db-bench/parse/db-bench-report.ts'
import { parseDbBenchSummary } from './db-bench/parse/db-bench-summary.ts'
import { recognizeTable } from './registry.ts'
import { parseMetricsTable } from './sysbench/parse/metrics-table.ts'
import { parseQpsTable } from './sysbench/parse/qps-table.ts'
import { parseResultLines } from './sysbench/parse/result-lines.ts'
import { parseSysbench2020Table } from './sysbench/parse/sysbench-2020-tables.ts'

const columns = ['first', 'second', 'third']
const PARSERS = [
  parseQpsTable,
  (text: string, file: string) => parseQpsTable(text, file, { columns, base: 'base' }),
  parseSysbench2020Table,
  parseMetricsTable,
  parseResultLines,
  parseDbBenchReport,
  parseDbBenchSummary,
  parseDbBenchDerived,
]
const FILE = 'sb.r.qps.example.range100.pk1'
const parseAll = (text: string) => PARSERS.map((parse) => parse(text, FILE))

const ARCHIVE = archivePath('fixtures/')
const ours = exampleTables().map((name) => fixtureText(`tables/${name}`))
/** A few small files of each kind, so that thousands of mutations stay fast. */
const archive = hasArchive
  ? [
      'sysbench-summary/apr26.sb.hetz/qps.rel.my.ma.pg.latest.tsv.edit',
      'sysbench-summary/nov25.maria.sb/qps.rel.ma.all2.tsv.markup.no1103',
      'sysbench-summary/oct25.sb.gcp.ma/qps.sum.txt',
      'sysbench-summary/dec24.orioledb.48core/o.met.pgo.dop20.prep1',
      'sysbench-summary/sysbench.dec2020/inmem.take4/o.qps.rel.rx',
      'sysbench-scaleup/sysbench.dec2020/myrocks.inmem/o.sum.rx.rel',
      'dbbench-summary/may25.db_bench/ser7/byrx/sum.byrx.both.txt',
      'dbbench-summary/aws_variance_rocksdb/c6i.12xlarge.ht1.nt24/sum.byrx.txt.sdev',
      'dbbench-summary/dec25.dbb.gcp.8core.arm/byrx/csum2.byrx.clang.csv',
    ].map((name) => readFileSync(ARCHIVE + name, 'utf8'))
  : []
const texts = [...ours, ...archive]

const junk = fc.constantFrom(
  ...[
    '',
    '\t',
    '\t\t',
    '\n',
    '\r\n',
    '\0',
    ',',
    ' ',
    '-',
    '.',
    '0',
    '1e400',
    '9'.repeat(400),
    'NaN',
    'inf',
    'NA',
    'failed',
  ],
  ...[
    'innodb',
    'col-1',
    'col-1 : ',
    'Relative to: ',
    '__proto__',
    'constructor',
    '\ud800',
    '\ufeff',
    'é',
    '=',
    'report.tsv',
  ],
  ...['--- absolute', 'ops_sec', 'mean=1\tstddev=2\tsdev/mean=3', 'test', '_range=100', 'sb.r.qps.a.range1.pk1\n'],
)
const mutation = fc.record({ at: fc.nat(), length: fc.nat({ max: 40 }), insert: junk })
const mutated = fc
  .tuple(fc.constantFrom(...texts), fc.array(mutation, { minLength: 1, maxLength: 12 }))
  .map(([text, changes]) =>
    changes.reduce((result, { at, length, insert }) => {
      const start = at % (result.length + 1)
      return result.slice(0, start) + insert + result.slice(start + length)
    }, text),
  )

test('no parser throws on a mutated file, and its numbers are finite and have a position', () => {
  fc.assert(
    fc.property(mutated, (text) => {
      recognizeTable(FILE, text)
      const lineCount = text.split('\n').length
      for (const { value, problems } of parseAll(text)) {
        expect(value !== null || problems.length > 0).toBe(true)
        for (const { line = 1 } of problems) expect(line >= 1 && line <= lineCount).toBe(true)
        JSON.stringify(value, (_, item: unknown) => {
          if (typeof item === 'number' && !Number.isFinite(item)) throw new Error(`not finite: ${item}`)
          return item
        })
      }
    }),
    { numRuns: 1500 },
  )
})

test('no parser throws on arbitrary text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const { value, problems } of parseAll(text)) expect(value !== null || problems.length > 0).toBe(true)
    }),
  )
})

/** The values and problems of a parser, without the problem about a truncated last line. */
const withoutCutDoubt = (text: string) => [
  recognizeTable(FILE, text),
  ...parseAll(text).map(({ value, problems }) => ({
    value,
    problems: problems.filter(({ message }) => !message.startsWith('the last line has no line end')),
  })),
]

test('line ends, a byte order mark and a missing last newline change no value', () => {
  for (const text of texts) {
    const expected = withoutCutDoubt(text)
    const unix = text.replace(/\n+$/, '\n')
    for (const variant of [
      text.replaceAll('\n', '\r\n'),
      `\ufeff${text}`,
      unix.slice(0, -1),
      unix.replaceAll('\n', '\r\n').slice(0, -2),
    ]) {
      expect(withoutCutDoubt(variant)).toEqual(expected)
    }
  }
})

test('parse time is linear in the length of the text', () => {
  const long = [
    `${'a'.repeat(400_000)}\t1`,
    `col-1 : a\n\ncol-1\n${Array.from({ length: 20_000 }, (_, i) => `${i + 1}\tt${i}_range=1`).join('\n')}`,
    `${'.t1'.repeat(100_000)},1.00`,
    '1\t'.repeat(200_000),
    `sb.${'a '.repeat(100_000)}`,
    `sb.met.a.range1.pk1\n--- absolute\ncpu/o\tdbms\n${'1\tx\n'.repeat(20_000)}--- relative to first result\n${'1.00\tx\n'.repeat(20_000)}`,
  ]
  // Half a second on an idle machine; anything quadratic in these sizes runs into the timeout of the test.
  for (const text of long) {
    recognizeTable(FILE, text)
    parseAll(text)
  }
})
