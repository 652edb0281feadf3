import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { compare } from '@assay/domain/compare/compare'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { Cell } from '@assay/domain/compare/grid'
import { checkDocument } from '@assay/domain/run/check-document'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { readFigures } from '@assay/testing/archive/archive-figures'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { expect, test } from 'vitest'
import { everyDemoResult } from './every-demo-result.ts'
import { serialize } from './make-set.ts'
import { LINKBENCH_METRICS } from './published/linkbench-mongo.ts'
import { COMPRESSION_METRICS, readDataSet } from './published/object-compression.ts'
import type { PublishedSet } from './published/published-set.ts'
import { PUBLISHED_SETS } from './published/published-sets.ts'

const committed = (name: string) =>
  gunzipSync(readFileSync(fileURLToPath(new URL(`documents/${name}.json.gz`, import.meta.url)))).toString('utf8')
const documentsOf = (name: string) => UploadDocument.array().parse(JSON.parse(committed(name)))

test.each(PUBLISHED_SETS)(
  '$name contains documents that can be uploaded, with figures, names and a source',
  ({ name }) => {
    const documents = documentsOf(name)
    expect(documents.flatMap(checkDocument)).toEqual([])
    for (const { source, notes, attachments, config } of documents) {
      expect({ notes, attachments, text: config.text }).toEqual({})
      expect(source?.url).toMatch(/^https:\/\//)
    }
  },
)

const isMadeHere = ({ needsArchive }: PublishedSet) => needsArchive !== true

test.each(PUBLISHED_SETS.filter(isMadeHere))(
  '$name is generated from the figures of this repository',
  ({ name, make }) => {
    expect(serialize(make())).toBe(committed(name))
  },
)

archiveTest.each(PUBLISHED_SETS.filter((set) => !isMadeHere(set)))('$name is made of the archive', ({ name, make }) => {
  expect(serialize(make())).toBe(committed(name))
})

/** Cells of a comparison of all data sets together, by table, row, column and metric. */
function cellsOf(comparison: Partial<Comparison>): Map<string, Cell> {
  const grid = compare(everyDemoResult(), {
    ...DEFAULT_COMPARISON,
    base: { kind: 'none' },
    show: 'absolute',
    ...comparison,
  })
  return new Map(
    grid.tables.flatMap(({ key, metric, columns, groups }) =>
      groups.flatMap(({ rows }) =>
        rows.flatMap((row) =>
          row.cells.map((cell, at): [string, Cell] => [
            JSON.stringify([...key.values, ...row.values, ...(columns[at]?.values ?? []), metric]),
            cell,
          ]),
        ),
      ),
    ),
  )
}

/** Formats the value with the decimals of the printed one. */
function asPrinted(cell: Cell | undefined, printed: string): string | undefined {
  return cell?.value?.toFixed(printed.split('.')[1]?.length ?? 0)
}

test('every figure of MongoDB on Linkbench is computed as printed', () => {
  const cells = cellsOf({
    filters: { benchmark: ['Linkbench'], product: ['MongoDB'] },
    rows: ['config'],
    columns: ['clients'],
    tables: ['workload', 'test'],
    metrics: [...new Set(Object.values(LINKBENCH_METRICS))],
  })
  let checked = 0
  for (const [kind, name] of [
    ['cached', 'Cached'],
    ['iobound', 'IO-bound'],
  ]) {
    for (const step of ['load', 'query']) {
      for (const row of readFigures(`linkbench-mongo-${kind}-${step}`)) {
        const metric = LINKBENCH_METRICS[row.metric ?? '']
        const cell = cells.get(JSON.stringify([name, step, row.config, row.clients, metric]))
        expect([row.config, row.metric, asPrinted(cell, row.value ?? '')]).toEqual([row.config, row.metric, row.value])
        checked++
      }
    }
  }
  expect(checked).toBe(160)
})

test('compressible data is a sweep: percent random by size, every figure as printed', () => {
  const cells = cellsOf({
    filters: { benchmark: ['LOB insert + point query'] },
    rows: ['config'],
    columns: ['param:pct_random'],
    tables: ['test', 'param:varchar_chars'],
    metrics: [...new Set(Object.values(COMPRESSION_METRICS))],
  })
  let checked = 0
  for (const table of ['insert', 'point']) {
    for (const row of readFigures(`myrocks-innodb-compress-${table}`)) {
      const { varchar_chars, pct_random } = readDataSet(row.workload ?? '')
      const metric = COMPRESSION_METRICS[row.metric ?? '']
      const key = JSON.stringify([row.test, varchar_chars, row.config, String(pct_random), metric])
      expect([key, asPrinted(cells.get(key), row.value ?? '')]).toEqual([key, row.value])
      checked++
    }
  }
  expect(checked).toBe(144)
})
