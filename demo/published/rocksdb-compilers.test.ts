import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { compilersComparison, compilersOf } from '@assay/domain/compare/studies/compilers/compilers'
import { consensusText } from '@assay/domain/compare/studies/compilers/compilers-words'
import { readFigures } from '@assay/testing/archive/archive-figures'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { expect, test } from 'vitest'
import { everyDemoDocument } from '../every-demo-result.ts'

const BENCHMARK = 'db_bench, as published'

function study() {
  const comparison = compilersComparison({
    ...DEFAULT_COMPARISON,
    tables: ['test', 'hardware'],
    filters: { benchmark: [BENCHMARK] },
  })
  // Tests of other benchmarks have the same names and other metrics; a server reads the filtered results only.
  const documents = everyDemoDocument().filter(({ benchmark }) => benchmark.name === BENCHMARK)
  return compilersOf(compare(pointsOfDocuments(documents), comparison), comparison)
}

test('every percentage of the post is computed by the study', () => {
  const gains = study().panels.flatMap(({ coordinates, gains: own }) =>
    own.map(({ version, compiler, change }) => {
      const percent = Math.round(change * 100)
      return `${coordinates.hardware} ${coordinates.test} ${version} ${compiler} ${percent > 0 ? '+' : ''}${percent}`
    }),
  )
  const machine = (server: string) =>
    server.startsWith('ASUS') ? 'pn53' : server.startsWith('GCP') ? 'gcp-arm-8' : 'hetz'
  const published = readFigures('rocksdb-compiler-vs-gcc')
  expect(published).toHaveLength(30)
  // `similar` is not a number.
  const numbers = published.filter(({ value }) => value !== 'similar')
  expect(gains.toSorted()).toEqual(
    numbers.map((row) => `${machine(row.hardware ?? '')} ${row.test} 10.8 ${row.compiler} ${row.value}`).toSorted(),
  )
})

test('on three servers most tests are faster with clang+LTO', () => {
  const lto = study().consensus.filter(({ compiler }) => compiler === 'clang+LTO')
  expect(lto.map((one) => `${one.test}: ${consensusText(one)}`)).toEqual([
    'fillseq: clang+LTO over gcc: 2 of 3 agree, faster (+3% to +20%)',
    'revrangeww: clang+LTO over gcc: 3 of 3 agree, faster (+8% to +11%)',
    'fwdrangeww: clang+LTO over gcc: 2 of 3 agree, faster (+4% to +13%)',
    'readww: clang+LTO over gcc: 2 of 3 agree, faster (+4% to +14%)',
    'overwrite: clang+LTO over gcc: machines differ (−6% to +2%)',
  ])
})
