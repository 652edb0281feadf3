import { readdirSync, readFileSync } from 'node:fs'
import { archivePath, hasArchive } from '@assay/testing/archive/archive'
import { describeArchive } from '@assay/testing/archive/archive-test'
import { expect, test } from 'vitest'
import { recognizeTable } from '../../registry.ts'
import { parseDbBenchDerived } from './db-bench-derived.ts'
import { type DbBenchSummary, parseDbBenchSummary } from './db-bench-summary.ts'

const ARCHIVE = archivePath('fixtures/dbbench-summary/')

const read = (file: string) => readFileSync(ARCHIVE + file, 'utf8')
const files = hasArchive
  ? readdirSync(ARCHIVE, { recursive: true, encoding: 'utf8' }).filter((f) => /\.[a-z]+$/.test(f))
  : []
const EMPTY = 'may25.db_bench/dell32/iodir/sum.txt'
const summaries = files.filter((f) => /\/(sum2?\.[^/]*txt(\.sdev)?|summary\.tsv)$/.test(f) && f !== EMPTY)
const derived = files.filter((f) => /\/(csum2?|sum\.abs[01]|fmt|abs|rel2)\.[^/]*$/.test(f))

describeArchive('published db_bench tables', () => {
  test('every summary parses, each row with more than 15 metrics', () => {
    let rows = 0
    for (const f of summaries) {
      expect(recognizeTable(f, read(f))?.kind, f).toBe('db-bench-summary')
      for (const row of summaryOf(f).blocks.flatMap((block) => block.rows)) {
        expect(Object.keys(row.values).length, `${f}:${row.line}`).toBeGreaterThan(15)
        expect(
          Object.values(row.missing).every((reason) => ['empty', 'not-available', 'column-shift'].includes(reason)),
        ).toBe(true)
        expect(row.startedAt, `${f}:${row.line}`).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        rows++
      }
    }
    expect([summaries.length, rows]).toEqual([78, 6608])
  })

  test('an empty file is reported as empty', () => {
    expect(parseDbBenchSummary(read(EMPTY), EMPTY)).toEqual({
      value: null,
      problems: [{ file: EMPTY, message: 'the file is empty' }],
    })
  })

  test('the compiler of the Arm rows comes from the path at their position', () => {
    const all = summaryOf('dec25.dbb.gcp.8core.arm/byrx/summary.tsv')
    expect(all.paths).toHaveLength(43)
    for (const compiler of ['gcc', 'clang', 'clang.lto']) {
      const mine = all.blocks.map(({ rows }) => rows.filter(({ path }) => path?.endsWith(`.${compiler}/report.tsv`)))
      const own = summaryOf(`dec25.dbb.gcp.8core.arm/byrx/sum.byrx.${compiler}.txt`)
      const opsOf = (rows: DbBenchSummary['blocks'][number]['rows']) =>
        rows.map(({ test: name, version, values }) => `${name} ${version.text} ${values['ops/s']}`).sort()
      for (const [b, rows] of mine.entries()) {
        if (compiler === 'gcc') expect(opsOf(own.blocks[b]?.rows ?? [])).toEqual(expect.arrayContaining(opsOf(rows)))
        else expect(opsOf(rows)).toEqual(opsOf(own.blocks[b]?.rows ?? []))
      }
    }
  })

  test('the mean and deviation below three repeats are those of ops/s, population sigma', () => {
    let blocks = 0
    for (const f of summaries.filter((name) => name.endsWith('.sdev'))) {
      for (const { rows, deviation } of summaryOf(f).blocks) {
        const ops = rows.map(({ values }) => values['ops/s'] ?? Number.NaN)
        const mean = ops.reduce((sum, value) => sum + value, 0) / ops.length
        const sigma = Math.sqrt(ops.reduce((sum, value) => sum + (value - mean) ** 2, 0) / ops.length)
        expect(Number.isInteger(mean) ? mean : Number(mean.toPrecision(6)), f).toBe(deviation?.mean)
        expect(Math.abs(sigma - (deviation?.stddev ?? 0)), f).toBeLessThanOrEqual(0.0501)
        expect(Number((sigma / mean).toFixed(3)), f).toBe(deviation?.relative)
        blocks++
      }
    }
    expect(blocks).toBe(56)
  })

  test('the ratio below two configs is the second / the first, three decimals', () => {
    const blocks = summaries.filter((f) => f.startsWith('aug23')).flatMap((f) => summaryOf(f).blocks)
    for (const { rows, ratio } of blocks) {
      const [first, second] = rows.map(({ values }) => values['ops/s'] ?? Number.NaN)
      expect(Number(((second ?? 0) / (first ?? 0)).toFixed(3))).toBe(ratio)
    }
    expect(blocks).toHaveLength(44)
  })

  test('every digit of the derived tables follows from the rows of their summary', () => {
    const counts = { files: 0, values: 0 }
    const differing: string[] = []
    for (const f of derived) {
      expect(recognizeTable(f, read(f))?.kind, f).toBe('db-bench-derived')
      const { value, problems } = parseDbBenchDerived(read(f), f)
      expect(problems, f).toEqual([])
      const { kind = 'absolute', rows = [], versions = null } = value ?? {}
      const source = sourceOf(f)
      const blocks = summaryOf(source).blocks
      for (const { test: name, cells } of rows) {
        const ofTest = blocks.find((block) => block.rows.every((row) => row.test === name))?.rows ?? []
        const ops = ofTest.map(({ values }) => values['ops/s'] ?? Number.NaN)
        if (versions !== null)
          expect(
            ofTest.map(({ version }) => version.text),
            f,
          ).toEqual(versions)
        const shown = versions === null && kind === 'relative' ? ops.slice(1) : ops
        const expected = shown.map((value) =>
          kind === 'absolute' ? value : Number((value / (ops[0] ?? 0)).toFixed(2)),
        )
        if (JSON.stringify(cells.map((cell) => cell.value)) !== JSON.stringify(expected)) differing.push(`${f} ${name}`)
        counts.values += cells.length
      }
      counts.files++
    }
    expect(differing).toEqual([])
    expect(counts).toEqual({ files: 148, values: 9153 })
  })
})

function summaryOf(file: string): DbBenchSummary {
  const { value, problems } = parseDbBenchSummary(read(file), file)
  expect(problems, file).toEqual([])
  if (value === null) throw new Error(`${file}: nothing was understood`)
  return value
}

/** The sum.*.txt that a derived table was made from, found by file name. */
function sourceOf(file: string): string {
  return file
    .replace(/\/c(sum2?\..*)\.csv$/, '/$1.txt')
    .replace(/\/sum\.abs[01]\.(.*)\.[ct]sv$/, '/sum.$1.txt')
    .replace(/\/fmt\.(.*)\.abs[01]\.[ct]sv$/, '/sum.$1.txt')
    .replace(/\/(?:abs|rel2)\.(.*)\.[ct]sv$/, '/sum.$1.txt')
}
