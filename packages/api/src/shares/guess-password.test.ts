import { expect, test } from 'vitest'
import { requestFacts } from '../access/request-facts.ts'
import { hashPassword } from '../accounts/password-hash.ts'
import { readLimits } from '../http/limit-rules.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import { checkSharePassword } from './check-share-password.ts'

const from = (address: string) => requestFacts(new Headers({ 'x-assay-client-address': address }))

test('guesses are counted for the address and for the share', async () => {
  const left = new Map<string, number>()
  const store = {
    lease: async ({ key, max, need }: { key: string; max: number; need: number }) => {
      const there = left.get(key) ?? max
      left.set(key, Math.max(0, there - need))
      return { granted: there >= need ? need : 0, remaining: 0 }
    },
  }
  const limits = new RateLimiter(store, readLimits('share-password.address=2/h share-password.share=3/h'))
  const share = { id: 'one', passwordHash: await hashPassword('orbit-salad') }
  const guess = async (address: string, password: string) => {
    const answer = await checkSharePassword({ limits }, from(address), share, password)
    return answer instanceof Response ? answer.status : answer
  }
  expect(await guess('192.0.2.1', 'wrong')).toBe(false)
  expect(await guess('192.0.2.1', 'orbit-salad')).toBe(true)
  expect(await guess('192.0.2.1', 'orbit-salad')).toBe(429)
  expect(await guess('192.0.2.2', 'orbit-salad')).toBe(true)
  expect(await guess('192.0.2.3', 'orbit-salad')).toBe(429)
})
