import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CLIENT_ADDRESS_HEADER, requestFacts } from '../access/request-facts.ts'
import { canSetUp, deleteSetUpCode, ensureSetUpCode } from './set-up-code.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'assay-set-up-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const HERE = { [CLIENT_ADDRESS_HEADER]: '127.0.0.1', host: 'localhost:3000' }
const LOCAL = 'http://localhost:3000'

/**
 * Requests that try to create the first owner: headers, the server's public address, the code, and the expected result.
 */
const CASES: [
  what: string,
  headers: Record<string, string>,
  publicUrl: string,
  code: 'right' | 'wrong' | '',
  may: boolean,
][] = [
  ['this machine', HERE, LOCAL, '', true],
  ['this machine by IPv6', { ...HERE, [CLIENT_ADDRESS_HEADER]: '::1', host: '[::1]:3000' }, LOCAL, '', true],
  ['another machine', { ...HERE, [CLIENT_ADDRESS_HEADER]: '192.0.2.7' }, LOCAL, '', false],
  ['another machine with the code', { ...HERE, [CLIENT_ADDRESS_HEADER]: '192.0.2.7' }, LOCAL, 'right', true],
  ['another machine with another code', { ...HERE, [CLIENT_ADDRESS_HEADER]: '192.0.2.7' }, LOCAL, 'wrong', false],
  ['this machine, as Next writes it down', { ...HERE, 'x-forwarded-for': '::ffff:127.0.0.1' }, LOCAL, '', true],
  ['a proxy on this machine that names itself', { ...HERE, via: '1.1 proxy' }, LOCAL, '', false],
  [
    'a client that says it is local, behind a proxy',
    { ...HERE, 'x-forwarded-for': '127.0.0.1, 192.0.2.7' },
    LOCAL,
    '',
    false,
  ],
  ['a proxy on this machine', { ...HERE, 'x-forwarded-for': '192.0.2.7' }, LOCAL, '', false],
  ['a proxy that says nothing, before a public address', HERE, 'https://assay.example.org', '', false],
  ['a name that was bent to this machine', { ...HERE, host: 'evil.test:3000' }, LOCAL, '', false],
  ['nobody knows where from', { host: 'localhost:3000' }, LOCAL, '', false],
]

test.each(CASES)('%s', (_what, headers, publicUrl, code, may) => {
  const right = ensureSetUpCode(dataDir)
  const sent = code === 'right' ? right : code === 'wrong' ? right.replaceAll(/./g, '0') : ''
  expect(canSetUp(requestFacts(new Headers(headers)), sent, { dataDir, publicUrl })).toBe(may)
})

test('the code stays the same until an owner exists, and no code is accepted afterwards', () => {
  const code = ensureSetUpCode(dataDir)
  expect(ensureSetUpCode(dataDir)).toBe(code)
  deleteSetUpCode(dataDir)
  const elsewhere = requestFacts(new Headers({ ...HERE, [CLIENT_ADDRESS_HEADER]: '192.0.2.7' }))
  for (const sent of [code, '', 'undefined', 'null']) {
    expect(canSetUp(elsewhere, sent, { dataDir, publicUrl: LOCAL })).toBe(false)
  }
})
