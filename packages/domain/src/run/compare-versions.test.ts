import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVersions, versionSortKey } from './compare-versions.ts'

const inOrder = [
  '5.6.51',
  '6.29.5',
  '7.0.4',
  '8.0.28',
  '8.0.28-gitabc',
  '8.0.44',
  '8.4.7',
  '9.9',
  '9.10',
  '9.6.24',
  '10.0',
  '10.2.1',
  '10.10.0',
  '10.11.6',
  '10.11.6-mdev16168',
  '10.11.7',
  '12.1.1',
  '12.1.1_mdev16168',
  '17.6',
  '18devel',
  '18beta1',
  '18beta2',
  '18beta10',
  '18rc1',
  '18.0',
  '18.0-git20250101',
  '18.1',
  'main',
]

test('versions are sorted as people expect', () => {
  const expected = inOrder.toSpliced(inOrder.indexOf('9.6.24'), 1).toSpliced(inOrder.indexOf('9.9'), 0, '9.6.24')
  expect(inOrder.toReversed().toSorted(compareVersions)).toEqual(expected)
})

test('a leading v is ignored, and equal versions are adjacent', () => {
  expect(['v10.0', '9.9', 'V9.10', '18.0.0', '18.1', '18'].toSorted(compareVersions)).toEqual([
    '9.9',
    'V9.10',
    'v10.0',
    '18',
    '18.0.0',
    '18.1',
  ])
})

const looseVersion = fc
  .array(
    fc.constantFrom('1', '0', '10', '9', '.', '.', '-', '_', 'v', 'rc', 'beta', 'git', 'abc', ' ', 'é', '~', '00'),
    {
      maxLength: 7,
    },
  )
  .map((parts) => parts.join(''))
const anyName = fc.oneof(looseVersion, fc.string({ unit: 'binary' }))

test('the order of sort keys equals the order of versions for any names', () => {
  fc.assert(
    fc.property(anyName, anyName, (a, b) => {
      const keys = Math.sign(Buffer.compare(Buffer.from(versionSortKey(a)), Buffer.from(versionSortKey(b))))
      expect(compareVersions(a, b)).toBe(keys)
      expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0)
      expect(compareVersions(a, b) === 0).toBe(a === b)
      expect(versionSortKey(a)).toMatch(/^[ -~]+$/)
    }),
  )
})

test('the order is transitive', () => {
  fc.assert(
    fc.property(anyName, anyName, anyName, (a, b, c) => {
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
    }),
  )
})

const release = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join('.'))

test('a release candidate comes before its release, and a branch between its release and the next', () => {
  fc.assert(
    fc.property(release, fc.nat(99), (name, n) => {
      expect(compareVersions(`${name}rc${n}`, name)).toBe(-1)
      expect(compareVersions(`${name}-git${n}`, name)).toBe(1)
      expect(compareVersions(`${name}-git${n}`, `${name}.1`)).toBe(-1)
    }),
  )
})

test('releases compare number by number', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (major, a, b) => {
      expect(compareVersions(`${major}.${a}`, `${major}.${b}`) < 0 || a >= b).toBe(true)
    }),
  )
})
