import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { explainingBugs } from '@assay/domain/findings/explaining-bugs'
import type { FindingFacts } from '@assay/domain/findings/finding'
import { transitionsFromLaterVersions } from '@assay/domain/findings/later-versions'
import type { StoredFinding } from '@assay/domain/findings/stored-finding'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { readFigures } from '@assay/testing/archive/archive-figures'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { allFindings } from '@assay/testing/findings/all-findings'
import { expect, test } from 'vitest'
import { DEMO_KNOWN_BUGS } from './demo-known-bugs.ts'
import { ARM, BETTER, type FindingKey, MYSQL, NAMED_CHANGES, NOISE, WORSE } from './published-changes.ts'

// Findings of the demo must contain the changes that the posts name, and none of those that the posts call noise.

const directory = fileURLToPath(new URL('documents/', import.meta.url))
const documents = readdirSync(directory)
  .filter((name) => name.endsWith('.json.gz'))
  .sort()
  .flatMap((name): unknown => JSON.parse(gunzipSync(readFileSync(directory + name)).toString('utf8')))
  .map((document) => UploadDocument.parse(document))
/**
 * Pages and findings use the newest of several documents with the same name; the earlier ones serve the noise
 * estimate.
 */
const newestFirst = documents.toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? 1 : -1))
const everything = pointsOfDocuments(newestFirst)
const shown = new Map(
  everything.points
    .toReversed()
    .map((point) => [JSON.stringify(Object.entries(point.coordinates).sort(([a], [b]) => (a < b ? -1 : 1))), point]),
)
const set = { ...everything, points: [...shown.values()] }
const findings = allFindings(set, everything.points)

const bugs = DEMO_KNOWN_BUGS.map(({ workloads = [], affectedFrom = null, fixedIn = null, ...bug }) => ({
  ...bug,
  workloads,
  affectedFrom,
  fixedIn,
}))

const findingAt = (key: FindingKey): FindingFacts | undefined =>
  findings.find(
    ({ product, from, to, hardware, direction }) =>
      product === key.product &&
      from === key.from &&
      to === key.to &&
      hardware === key.hardware &&
      direction === key.direction,
  )

test.each(NAMED_CHANGES)(
  '$claim: $product $from to $to on $hardware, $test $direction $ratios',
  ({ test: name, workload, ratios, bug, ...place }) => {
    const finding = findingAt(place)
    const changes = (finding?.changes ?? []).filter(
      (change) => change.test.startsWith(name) && (workload ?? change.workload) === change.workload,
    )
    expect(changes.map(({ ratio }) => ratio.toFixed(2)).sort()).toEqual(ratios)
    if (finding === undefined || bug === undefined) return
    expect(explainingBugs(finding, bugs).map((known) => known.bug)).toContain(bug)
  },
)

test('findings that the posts summarize in one number have that median', () => {
  const medianAt = (key: FindingKey) => findingAt(key)?.medianRatio.toFixed(2)
  expect(medianAt({ ...ARM, ...WORSE, from: '10.5.5', to: '10.6.2' })).toBe('0.62')
  expect(medianAt({ ...ARM, ...WORSE, from: '6.29.5', to: '10.8.3' })).toBe('0.93')
  expect(medianAt({ product: 'RocksDB', hardware: 'ser7', ...WORSE, from: '7.10.2', to: '8.11.4' })).toBe('0.63')
})

test('four machines agree that overwrite recovers with 9.9, and three that fillseq drops with 10.6', () => {
  const product = 'RocksDB'
  // pn53 recovers too, by 1.38, but single runs of that machine have outliers of that size.
  const recovered = findingAt({ product, hardware: 'ser7', ...BETTER, from: '9.8.4', to: '9.9.3' })
  expect(recovered?.agree).toEqual(['dell32', 'hetz', 'ser7', 'socket2'])
  const dropped = findingAt({ product, ...WORSE, hardware: 'gcp-arm-8', from: '10.5.5', to: '10.6.2' })
  expect(dropped?.agree).toEqual(['gcp-arm-8', 'hetz', 'pn53'])
  expect(dropped?.cause).toMatch(/^More (?:user CPU for no more work|time in write stalls)/)
})

test('a later version marks the drop of fillseq as fixed', () => {
  const found = findingAt({ ...ARM, ...WORSE, from: '10.5.5', to: '10.6.2' })
  expect(found).toBeDefined()
  const stored = { ...found, id: 'f', state: 'new' } as StoredFinding
  expect(transitionsFromLaterVersions([stored], set)).toEqual([{ id: 'f', transition: 'recovered', version: '10.8.3' }])
})

test.each(NOISE)('$claim: $about is not a finding', ({ isIt }) => {
  const wrong = findings.flatMap((finding) =>
    finding.changes
      .filter((change) => isIt(change, finding))
      .map(({ test: name, line, ratio }) => `${finding.from} ${finding.to} ${name} ${line} ${ratio.toFixed(2)}`),
  )
  expect(wrong).toEqual([])
})

/** Ratios of single runs beyond these exceed the noise of the Insert Benchmark on this machine, 2.7%. */
const FAR = { worse: 0.88, better: 1.13 }
const NEAR = { worse: 0.96, better: 1.04 }

test.each([
  ['ib-mysql-cached-relqps', 'cached'],
  ['ib-mysql-iobound-relqps', 'IO-bound'],
])('%s: every ratio that is far from 1 is found with its digits, and none that is near', (table, workload) => {
  let [far, near] = [0, 0]
  for (const { version, test: name, value } of readFigures(table)) {
    if (version === undefined || version === MYSQL.from) continue
    const ratio = Number(value)
    const found = (['worse', 'better'] as const).flatMap((direction) =>
      (findingAt({ ...MYSQL, to: version, direction })?.changes ?? [])
        .filter((change) => change.workload === workload && change.test === name)
        .map((change) => `${direction} ${change.ratio.toFixed(2)}`),
    )
    const about = `${version} ${name}`
    if (ratio <= FAR.worse || ratio >= FAR.better) {
      expect([about, ...found]).toEqual([about, `${ratio < 1 ? 'worse' : 'better'} ${value}`])
      far += 1
    } else if (ratio >= NEAR.worse && ratio <= NEAR.better) {
      expect([about, ...found]).toEqual([about])
      near += 1
    }
  }
  expect(far + near).toBeGreaterThan(40)
})
