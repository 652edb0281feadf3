import { expect, test } from 'vitest'
import { majorOf } from './major-version.ts'

test('major versions follow the scheme of the product', () => {
  expect(
    ['17.6', '18beta1', '8.0.44', '5.7.44', '6.29.5', '10.8.3', 'main'].map((version) => majorOf(version)),
  ).toEqual(['17', '18', '8.0', '5.7', '6.29', '10', 'main'])
})

test('major versions depend on the product', () => {
  expect([majorOf('9.11.2', 'RocksDB'), majorOf('10.11.14', 'MariaDB'), majorOf('17.6', 'PostgreSQL')]).toEqual([
    '9',
    '10.11',
    '17',
  ])
})

test.each([
  ['MySQL', '8.0.44', '8.4.7', true],
  ['MySQL', '5.6.51', '5.7.44', true],
  ['MySQL', '8.0.11', '8.0.44', false],
  ['Percona Server', '8.0.44', '8.4.7', true],
  ['PostgreSQL', '17.0', '17.6', false],
  ['PostgreSQL', '17.6', '18.0', true],
  ['PostgreSQL', '9.5.25', '9.6.24', true],
  ['MariaDB', '10.6.23', '10.11.14', true],
  ['MariaDB', '11.8.3', '11.8.4', false],
  ['RocksDB', '6.29.5', '6.0.2', false],
  ['RocksDB', '9.11.2', '10.8.3', true],
])('of %s, from %s to %s is a step to another major version: %s', (product, from, to, isMajor) => {
  expect(majorOf(from, product) !== majorOf(to, product)).toBe(isMajor)
})
