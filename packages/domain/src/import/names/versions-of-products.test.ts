import { sysbenchOutput } from '@assay/testing/import/sysbench-output-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { importFiles } from '../import-files.ts'
import { parseImportProfile } from '../profile/profile.ts'
import { SHIPPED_PROFILES } from '../profile/shipped-profiles.ts'
import { isPlausibleVersion, PRODUCT_NAMES, type ProductName } from './product-names.ts'

// Product and version are decoded from a path or asked for, and no path makes another value of them.

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const CLIENTS = 24

/** The product and version that an import of one output stores, or the fields of its questions. */
function storedOf(path: string) {
  const text = sysbenchOutput({ threads: CLIENTS, qps: 1000 })
  const { documents, questions, problems } = importFiles([{ path, text }], { profile, overrides: { hardware: 'box1' } })
  const [document] = documents
  const asked = [...questions.map(({ field }) => field), ...problems.map(() => 'problem')]
  return { stored: document === undefined ? null : `${document.product} ${document.version}`, asked }
}

const majorsOf = (product: ProductName): number[] =>
  [...Array.from({ length: 31 }, (_, major) => major), 2024, 2025].filter((major) => product.majors.test(String(major)))

/** A product with a spelling of its name and a version that it may have. */
const product = fc.constantFrom(...PRODUCT_NAMES).chain((named) =>
  fc.record({
    named: fc.constant(named),
    spelling: fc.constantFrom(...named.spellings).chain((one) =>
      fc.constantFrom(
        one,
        one.toUpperCase(),
        one.replace(/^./, (letter) => letter.toUpperCase()),
      ),
    ),
    version: fc
      .tuple(fc.constantFrom(...majorsOf(named)), fc.array(fc.nat(60), { minLength: 1, maxLength: 2 }))
      .map(([major, others]) => [major, ...others].join('.'))
      .filter((version) => isPlausibleVersion(named.name, version)),
  }),
)

/** Words of a path that state another fact or nothing, with digits that are not versions. */
const OTHER_WORDS = [
  ...['2025-11-03', '20251103', '2025-11-03T0930', '03.11.2025', '25.11.03', 'nov25', '1761955200', '2025'],
  ...['ubuntu-22.04', 'kernel-6.8', 'x86_64', 'jdk-21', 'sysbench-1.0.20', 'el9', 'debian12'],
  ...['gcc-13.2', 'clang18', 'icx-2024.1', 'O3', 'jemalloc-5.3.0', 'march-znver4'],
  ...['64GB', '8192', '100000', '5432', '0.5', 'gp3-16000', 'size4', 'scale1000', 'box7', 'db-host-01', 'r2', 'run3'],
  ...['6-nodes', '8-cores', '16_vcpu', '12 hours', '16-GB', '5-replicas', '8-threads', '10_million', '3-shards'],
  ...['job-10017', 'build-20251', 'pr-1234', 'attempt-2', 'pgbouncer-1.22', 'proxysql-2.6.3', 'results', 'tuned'],
]
const word = fc.constantFrom(...OTHER_WORDS)
const separator = fc.constantFrom('-', '_', ' ', '+', ',', '@')
const lead = fc.constantFrom('-', '_', '', ' ', '-v', 'v', ':', '.')

/** Paths in which a product and its version are in one name, or in a folder each. */
const pathOf = fc
  .record({ product, words: fc.array(word, { maxLength: 3 }), separator, lead, at: fc.nat(3), place: fc.nat(3) })
  .map(({ product: { named, spelling, version }, words, separator: between, lead: before, at, place }) => {
    const name = spelling + before + version
    const mixed = words.toSpliced(at, 0, name)
    const paths = [
      `${mixed.join('/')}/oltp_insert.log`,
      `${mixed.join(between)}/oltp_insert.log`,
      `results/${mixed.join(between)}${between}oltp_insert.log`,
      `${words.toSpliced(at, 0, `${spelling}/${version}`).join('/')}/oltp_insert.log`,
    ]
    return { path: paths[place] ?? '', stored: `${named.name} ${version}` }
  })

test('a version next to its product is decoded or asked for, and never another one', () => {
  let decoded = 0
  let all = 0
  fc.assert(
    fc.property(pathOf, ({ path, stored }) => {
      const found = storedOf(path)
      all++
      if (found.stored === null) expect(found.asked.length, path).toBeGreaterThan(0)
      else {
        decoded++
        expect(`${path}: ${found.stored}`).toBe(`${path}: ${stored}`)
      }
    }),
    { numRuns: 600 },
  )
  // An import that only asks would pass the property above.
  expect(decoded / all).toBeGreaterThan(0.6)
})

test('a path without a version states none, whatever other digits it has', () => {
  const path = fc
    .record({
      // A product with versions such as 0.5 may mean one by it.
      product: product.filter(({ named }) => !isPlausibleVersion(named.name, '0.5')),
      words: fc.array(word, { minLength: 1, maxLength: 4 }),
      separator,
      at: fc.nat(3),
      place: fc.nat(2),
    })
    .map(({ product: { spelling }, words, separator: between, at, place }) => {
      const mixed = words.toSpliced(at, 0, spelling)
      const folder = mixed.join(place === 0 ? '/' : between)
      return place === 2 ? `results/${folder}${between}oltp_insert.log` : `${folder}/oltp_insert.log`
    })
  fc.assert(
    fc.property(path, (one) => {
      const { stored } = storedOf(one)
      expect(stored === null ? '' : `${one}: ${stored}`).toBe('')
    }),
    { numRuns: 600 },
  )
})
