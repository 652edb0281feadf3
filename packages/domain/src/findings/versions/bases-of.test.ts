import { expect, test } from 'vitest'
import { basesOf } from './bases-of.ts'

const MYSQL = ['5.6.51', '5.7.44', '8.0.28', '8.0.43', '8.0.44', '8.4.7']
const of = (version: string, product = 'MySQL', versions = MYSQL, pinned: string | null = null) =>
  basesOf(versions, { product, version, pinned })

test('bases are the previous release, and the first of the major version if it is another', () => {
  expect(of('8.0.44')).toEqual({ previous: '8.0.43', first: '8.0.28' })
  expect(of('8.0.43')).toEqual({ previous: '8.0.28' })
  expect(of('8.4.7')).toEqual({ previous: '8.0.44' })
  expect(of('5.6.51')).toEqual({})
})

test('a version that was never measured can be requested as well', () => {
  expect(of('8.0.45')).toEqual({ previous: '8.0.44', first: '8.0.28' })
})

test('versions are ordered by number, and a pre-release is not a base if there is a release', () => {
  const postgres = ['17.6', '18beta1', '18rc1', '17.10', '9.6.24']
  expect(of('18.0', 'PostgreSQL', postgres)).toEqual({ previous: '17.10' })
  expect(of('18rc1', 'PostgreSQL', ['18beta1'])).toEqual({ previous: '18beta1' })
})

test('the scheme of the product defines the major version', () => {
  expect(of('9.11.2', 'RocksDB', ['8.11.4', '9.0.1', '9.10.0'])).toEqual({ previous: '9.10.0', first: '9.0.1' })
})

test('the pinned version is a base if it is older and was measured', () => {
  expect(of('8.0.44', 'MySQL', MYSQL, '5.7.44')).toMatchObject({ pinned: '5.7.44' })
  expect(of('8.0.44', 'MySQL', MYSQL, '8.4.7').pinned).toBeUndefined()
  expect(of('8.0.44', 'MySQL', MYSQL, '8.0.44').pinned).toBeUndefined()
  expect(of('8.0.44', 'MySQL', MYSQL, '5.7.40').pinned).toBeUndefined()
})
