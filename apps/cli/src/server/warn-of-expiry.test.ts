import { expect, test } from 'vitest'
import type { CommandIo } from '../command-io.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

async function warning(header: string | null): Promise<string> {
  let log = ''
  const io: CommandIo = {
    variables: {},
    out: { write: async () => {} },
    log: {
      async write(text) {
        log += text
      },
    },
    terminal: null,
    ask: null,
    clock: new FakeClock(),
    fetch: async () => new Response(null, header === null ? {} : { headers: { 'assay-token-expires': header } }),
    catchInterrupts: () => new AbortController().signal,
  }
  const warned = warnOfExpiry(io)
  for (let i = 0; i < 3; i++) await warned.fetch('http://assay.test')
  return log
}

test('the expiry of a token is reported once, and only when the server sends it', async () => {
  expect(await warning('2026-11-30T08:00:00.000Z')).toBe(
    'The token expires on 2026-11-30 08:00 UTC. Rotate it in the project, under Settings, Tokens.\n',
  )
  expect(await warning(null)).toBe('')
  expect(await warning('soon')).toBe('')
})
