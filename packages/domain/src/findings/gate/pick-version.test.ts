import { expect, test } from 'vitest'
import { pickVersion } from './pick-version.ts'

const known = [
  ...['16.4', '17.5', '17.6', '18beta1', '18.0'].map((version) => ({ product: 'Postgres', version })),
  ...['8.0.44', '8.4.7'].map((version) => ({ product: 'MySQL', version })),
  { product: 'Percona', version: '8.0.44' },
]
const pick = (text: string) => {
  const picked = pickVersion(known, text)
  return picked.ok ? `${picked.value.product} ${picked.value.version}` : picked.error
}

test('an exact name matches, with or without its product, as does an unambiguous prefix', () => {
  expect(pick('17.6')).toBe('Postgres 17.6')
  expect(pick('percona 8.0.44')).toBe('Percona 8.0.44')
  expect(pick('16')).toBe('Postgres 16.4')
  expect(pick('8.4')).toBe('MySQL 8.4.7')
  expect(pick('MySQL 8.0')).toBe('MySQL 8.0.44')
})

test('an ambiguous version is refused with all candidates', () => {
  expect(pick('17')).toBe('"17" can be Postgres 17.5, Postgres 17.6.')
  expect(pick('8.0.44')).toBe('"8.0.44" can be MySQL 8.0.44, Percona 8.0.44. Name the product.')
})

test('an unknown version is refused with the closest names', () => {
  expect(pick('17.9')).toMatch(/^There is no version "17\.9"\. There are Postgres 17\.6, Postgres 17\.5, /)
  expect(pick('Postgres 15.1')).toBe(
    'There is no version "Postgres 15.1". There are Postgres 18.0, Postgres 18beta1, Postgres 17.6, Postgres 17.5, Postgres 16.4.',
  )
  expect(pickVersion([], '1')).toMatchObject({ ok: false })
  expect(pick('1')).toMatch(/^There is no version "1"\./)
})
