import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { formatRatio } from '@assay/domain/compare/format-cell'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { missedTargets, stepsComparisons } from '@assay/domain/studies/steps'
import { pointsOfDocuments } from '@assay/domain/studies/testing/points-of-documents'
import { readFigures } from '@assay/domain/testing/figures'
import { expect, test } from 'vitest'

function setOf(name: string) {
  const bytes = readFileSync(fileURLToPath(new URL(`documents/${name}.json.gz`, import.meta.url)))
  return pointsOfDocuments(UploadDocument.array().parse(JSON.parse(gunzipSync(bytes).toString('utf8'))))
}
const asked = (query: string) => stepsComparisons(fromQuery(query).comparison)

test('every ratio of MySQL 5.6 to 9.5, cached and IO-bound, comes out of the engine as printed', () => {
  const { relative } = asked('rows=version&columns=workload,test&base=first-row')
  const [table, ...others] = compare(setOf('dec25.ib.mysql.pn53'), relative).tables
  expect(others).toEqual([])
  expect(table?.baseLabel).toBe('5.6.51')
  const ours = new Map<string, string>(
    table?.groups.flatMap(({ rows }) =>
      rows.flatMap(({ label, cells }) =>
        cells.map((cell, at) => [`${label} ${table.columns[at]?.label}`, formatRatio(cell.ratio)] as const),
      ),
    ),
  )
  const printed = ['cached', 'iobound'].flatMap((kind) => readFigures(`ib-mysql-${kind}-relqps`))
  expect(printed).toHaveLength(120)
  expect(ours.size).toBe(120)
  for (const { version, workload, test: step, value } of printed) {
    const key = `${version} ${workload?.split(' ')[0]} ${step}`
    expect(`${key} ${ours.get(key)}`).toBe(`${key} ${value}`)
  }
})

test('the one missed target of the reports is found, and none of the runs of 2021 missed one', () => {
  const query = 'rows=product,version&columns=workload,test&base=first-row'
  const missed = (name: string) => missedTargets(compare(setOf(name), asked(query).background))
  expect(missed('mar24.ib.bee')).toEqual([
    { server: 'PostgreSQL 16.2', step: 'IO-bound qp1000', table: '', rate: 924, target: 1000 },
  ])
  expect(missed('ibench.jan2021')).toEqual([])
})
