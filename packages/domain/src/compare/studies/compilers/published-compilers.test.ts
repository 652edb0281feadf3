import { readDemoDocuments, readFigures } from '@assay/testing/archive/archive-figures'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../../comparison.ts'
import { compilersComparison, compilersOf, newestGains } from './compilers.ts'

/** Names of the tests in the post. */
const TESTS: Readonly<Record<string, string>> = {
  fillseq: 'fillseq.wal_disabled.v400',
  revrangeww: 'revrangewhilewriting',
  fwdrangeww: 'fwdrangewhilewriting',
  readww: 'readwhilewriting',
  overwrite: 'overwriteandwait.s0',
}

const requested: Comparison = {
  ...DEFAULT_COMPARISON,
  tables: ['test', 'workload'],
  filters: { workload: ['byrx'], compiler: ['gcc', 'clang', 'clang+LTO'] },
  asPublished: true,
}

test('RocksDB 10.8 on Arm: all ten statements about clang and clang+LTO vs gcc', () => {
  const set = pointsOfDocuments(readDemoDocuments('dec25.dbb.gcp.8core.arm'))
  const comparison = compilersComparison(requested)
  const { panels } = compilersOf(compare(set, comparison), comparison)
  const published = readFigures('rocksdb-compiler-vs-gcc').filter(({ hardware }) => hardware?.includes('Arm'))
  expect(published).toHaveLength(10)
  for (const { test: name = '', compiler, value } of published) {
    const panel = panels.find(({ coordinates }) => coordinates.test === TESTS[name])
    const gain = panel && newestGains(panel).find((one) => one.compiler === compiler)
    const percent = Math.round((gain?.change ?? Number.NaN) * 100)
    const ours = Math.abs(percent) <= 1 ? 'similar' : `${percent > 0 ? '+' : ''}${percent}`
    expect(`${name} ${gain?.version.replace(/\.\d+$/, '')} ${compiler} ${ours}`).toBe(
      `${name} 10.8 ${compiler} ${value}`,
    )
  }
})

test('the other two machines of the post have only results of clang, so no ratio to gcc', () => {
  const set = pointsOfDocuments(readDemoDocuments('dec25.dbb.clang'))
  const comparison = compilersComparison({ ...requested, tables: ['test', 'hardware', 'workload'] })
  const { panels, leftOut } = compilersOf(compare(set, comparison), comparison)
  expect(panels).toEqual([])
  expect(leftOut).toHaveLength(
    2 * new Set(set.tests.filter(({ role }) => role === 'measured').map(({ name }) => name)).size,
  )
})
