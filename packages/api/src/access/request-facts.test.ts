import { expect, test } from 'vitest'
import { addressPrefix } from './request-facts.ts'

test('only the network of an address is stored', () => {
  expect(addressPrefix('203.0.113.77')).toBe('203.0.113.0/24')
  expect(addressPrefix('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  expect(addressPrefix('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(addressPrefix('2001:db8::6')).toBe('2001:db8:0::/48')
  expect(addressPrefix('::1')).toBe('0:0:0::/48')
  expect(addressPrefix('unknown')).toBeNull()
  expect(addressPrefix(null)).toBeNull()
})
