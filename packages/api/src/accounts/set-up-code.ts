import { randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestFacts } from '../access/request-facts.ts'

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i
const LOOPBACK_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1)$/

const file = (dataDir: string) => join(dataDir, 'set-up-code')

/**
 * Returns the code that lets a remote browser create the first owner. The first start writes it; it is deleted once an
 * owner exists.
 */
export function ensureSetUpCode(dataDir: string): string {
  const stored = readCode(dataDir)
  if (stored !== null) return stored
  const code = randomBytes(16).toString('hex')
  writeFileSync(file(dataDir), `${code}\n`, { mode: 0o600 })
  return code
}

export const deleteSetUpCode = (dataDir: string): void => rmSync(file(dataDir), { force: true })

/**
 * True when a request may create the first owner: it has the code, or comes from this machine.
 *
 * Behind a proxy every request seems to come from this machine. A local request therefore counts only when the server
 * has a local public address, the request names a local host, and no header names another client.
 */
export function canSetUp(
  request: RequestFacts,
  code: string,
  { dataDir, publicUrl }: { dataDir: string; publicUrl: string },
): boolean {
  const right = readCode(dataDir)
  if (right !== null && equal(code, right)) return true
  const { headers, address } = request
  const proxied = ['forwarded', 'x-real-ip', 'via'].some((name) => headers.get(name) !== null)
  // Next writes this header itself, with the other end of the connection.
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const isLocal = (one: string) => one === '' || LOOPBACK_ADDRESS.test(one.replace(/^::ffff:/i, ''))
  const local = LOOPBACK_HOST.test(new URL(publicUrl).host) && LOOPBACK_HOST.test(headers.get('host') ?? '')
  return local && !proxied && forwarded.every(isLocal) && LOOPBACK_ADDRESS.test(address ?? '')
}

const readCode = (dataDir: string) =>
  existsSync(file(dataDir)) ? readFileSync(file(dataDir), 'utf8').trim() || null : null

function equal(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
