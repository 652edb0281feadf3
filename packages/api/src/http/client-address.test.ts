import { expect, test } from 'vitest'
import { addressSubject, clientAddress, readTrustedProxies } from './client-address.ts'

const none = readTrustedProxies('')
const proxies = readTrustedProxies('127.0.0.1, 10.0.0.0/8 fd00::/8')

test('without a trusted proxy the header is ignored', () => {
  expect(clientAddress({ remote: '203.0.113.7', forwardedFor: '1.1.1.1' }, none)).toBe('203.0.113.7')
  expect(clientAddress({ remote: '203.0.113.7', forwardedFor: '1.1.1.1' }, proxies)).toBe('203.0.113.7')
  expect(clientAddress({ remote: '::ffff:203.0.113.7', forwardedFor: undefined }, none)).toBe('203.0.113.7')
  expect(clientAddress({ remote: undefined, forwardedFor: '1.1.1.1' }, proxies)).toBeNull()
})

test('a trusted proxy is trusted for the address before it, not for what the client wrote', () => {
  const behind = (forwardedFor: string) => clientAddress({ remote: '127.0.0.1', forwardedFor }, proxies)
  expect(behind('198.51.100.2')).toBe('198.51.100.2')
  expect(behind('1.1.1.1, 198.51.100.2')).toBe('198.51.100.2')
  expect(behind('1.1.1.1, 198.51.100.2, 10.1.2.3')).toBe('198.51.100.2')
  expect(behind('fd00::1')).toBe('fd00::1')
  expect(behind('nonsense')).toBe('127.0.0.1')
  expect(behind('')).toBe('127.0.0.1')
})

test('text that is neither an address nor a network is named in the error', () => {
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/x', '10.0.0']) {
    expect(() => readTrustedProxies(wrong), wrong).toThrow(/ASSAY_TRUSTED_PROXIES/)
  }
})

test('IPv6 addresses are counted by their network', () => {
  expect(addressSubject('203.0.113.7')).toBe('203.0.113.7')
  expect(addressSubject('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(addressSubject('2001:db8::6')).toBe('2001:db8:0:0')
  expect(addressSubject('::1')).toBe('0:0:0:0')
  expect(addressSubject(null)).toBe('unknown')
})
