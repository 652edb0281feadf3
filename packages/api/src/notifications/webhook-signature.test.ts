import { expect, test } from 'vitest'
import { isWebhookSignedBy, signWebhook } from './webhook-signature.ts'

const at = new Date('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)

test('a receiver can verify the content, the sender and the time of a message', () => {
  const header = signWebhook('secret', '{"a":1}', at)
  expect(header).toMatch(/^t=1795262400,v1=[0-9a-f]{64}$/)
  expect(isWebhookSignedBy('secret', '{"a":1}', header, later(10))).toBe(true)
  expect(isWebhookSignedBy('other', '{"a":1}', header, later(10))).toBe(false)
  expect(isWebhookSignedBy('secret', '{"a":2}', header, later(10))).toBe(false)
  expect(isWebhookSignedBy('secret', '{"a":1}', header, later(301))).toBe(false)
  expect(isWebhookSignedBy('secret', '{"a":1}', header.replace('t=1', 't=2'), later(10))).toBe(false)
  expect(isWebhookSignedBy('secret', '{"a":1}', 'v1=', later(10))).toBe(false)
})
