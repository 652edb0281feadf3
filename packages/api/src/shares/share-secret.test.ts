import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecret, hashSecret, parseSecret } from './share-secret.ts'

test('a secret names its project, so that its link is found in one look-up', () => {
  const projectId = randomUUID()
  const secret = createSecret(projectId)
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(parseSecret(secret)).toEqual({ secretSha256: hashSecret(secret), projectId })
  expect(createSecret(projectId)).not.toBe(secret)
})

test('secrets of earlier versions name no project, and other text is not a secret', () => {
  const earlier = randomBytes(32).toString('base64url')
  expect(parseSecret(earlier)).toEqual({ secretSha256: hashSecret(earlier), projectId: null })
  for (const text of ['', 'x', earlier.slice(1), `${earlier}A`, `${createSecret(randomUUID()).slice(1)}=`]) {
    expect(parseSecret(text), text).toBeNull()
  }
})
