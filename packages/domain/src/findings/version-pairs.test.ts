import fc from 'fast-check'
import { expect, test } from 'vitest'
import { versionPairs } from './version-pairs.ts'

const pairsOf = (...versions: string[]) => versionPairs(versions).map(({ from, to, kind }) => `${from} > ${to} ${kind}`)

test('versions are paired with the previous one, and for drift within and between major versions', () => {
  expect(pairsOf('5.6.51', '5.7.10', '5.7.44', '8.0.44')).toEqual([
    '5.6.51 > 5.7.10 release',
    '5.7.10 > 5.7.44 release',
    '5.7.44 > 8.0.44 release',
    '5.6.51 > 5.7.44 drift',
    '5.6.51 > 8.0.44 drift',
  ])
  expect(pairsOf('12.22', '13.1')).toEqual(['12.22 > 13.1 release'])
  expect(pairsOf('12.22')).toEqual([])
})

test('pairs are unique, every version except the oldest is in one, and the older comes first', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(9)), { selector: String, maxLength: 20 }),
      (all) => {
        const versions = all.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).map((parts) => parts.join('.'))
        const pairs = versionPairs(versions)
        expect(new Set(pairs.map(({ from, to }) => `${from} ${to}`)).size).toBe(pairs.length)
        expect(new Set(pairs.map(({ to }) => to)).size).toBe(Math.max(0, versions.length - 1))
        for (const { from, to } of pairs) expect(versions.indexOf(from)).toBeLessThan(versions.indexOf(to))
      },
    ),
  )
})
