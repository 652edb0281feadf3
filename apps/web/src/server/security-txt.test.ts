import { afterEach, expect, test, vi } from 'vitest'
import { GET } from '../app/.well-known/security.txt/route.ts'

const AT = new Date('2026-11-24T12:00:00Z')

afterEach(() => {
  vi.unstubAllEnvs()
  // Files share their modules and globals.
  Reflect.deleteProperty(globalThis, 'assayServices')
})

function serve(contact: string) {
  vi.stubEnv('DATABASE_URL', 'postgresql://localhost/assay')
  vi.stubEnv('ASSAY_DATA_DIR', '/data')
  vi.stubEnv('ASSAY_SECURITY_CONTACT', contact)
  Object.assign(globalThis, {
    assayServices: Promise.resolve({ publicUrl: 'https://assay.example', now: () => AT }),
  })
  return GET()
}

test('security.txt has a contact, an end date within a year, and its address (RFC 9116)', async () => {
  const answer = await serve('mailto:security@assay.example')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = Object.fromEntries(
    (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  )
  expect(fields).toMatchObject({
    Contact: 'mailto:security@assay.example',
    Canonical: 'https://assay.example/.well-known/security.txt',
  })
  const days = (Date.parse(fields.Expires) - AT.getTime()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('without a contact there is no such file', async () => {
  expect((await serve('')).status).toBe(404)
})
