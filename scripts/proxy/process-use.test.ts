import { expect, test } from 'vitest'
import { ProcessUse, type RequestCaller } from './process-use.ts'

const caller = (address: string, credentials: string | null = null): RequestCaller => ({ address, credentials })
const [BUSY, LIGHT] = [caller('192.0.2.1'), caller('192.0.2.2')]
const here = new AbortController().signal

function openUse() {
  let now = 0
  const use = new ProcessUse(() => now)
  return {
    use,
    wait(ms: number) {
      now += ms
    },
    /** Requests that a caller sends at once; returns whether it delays others. */
    ask(from: RequestCaller, ms: number, atOnce = 1): boolean {
      const delays = use.delaysOthers(from)
      const ends = Array.from({ length: atOnce }, () => use.begin(from))
      now += ms
      for (const end of ends) end()
      return delays
    },
  }
}

test('a caller with many requests at once delays another one, and not the other way round', () => {
  const { ask } = openUse()
  ask(LIGHT, 50)
  expect(ask(BUSY, 1_000, 8)).toBe(false)
  expect([ask(BUSY, 50), ask(LIGHT, 50)]).toEqual([true, false])
})

test('requests in progress count before they end', () => {
  const { use, ask, wait } = openUse()
  ask(LIGHT, 50)
  for (let at = 0; at < 8; at++) use.begin(BUSY)
  wait(1_000)
  expect([use.delaysOthers(BUSY), use.delaysOthers(LIGHT)]).toEqual([true, false])
})

test('a caller who is alone delays nobody, and callers who use as much do not delay each other', () => {
  const { ask, wait } = openUse()
  const alone = Array.from({ length: 300 }, () => ask(BUSY, 80))
  expect(alone.at(-1)).toBe(false)
  wait(60_000)
  const both = Array.from({ length: 300 }, () => [ask(BUSY, 60, 2), ask(LIGHT, 40, 2)])
  expect(both.at(-1)).toEqual([false, false])
})

test('neither another token nor another address separates a caller from what it used', () => {
  const { ask } = openUse()
  let round = 0
  const delays = (next: () => RequestCaller) => {
    for (let at = 0; at < 50; at++) {
      round += 1
      ask(LIGHT, 5)
      ask(next(), 100, 4)
    }
    return ask(next(), 0)
  }
  expect(delays(() => caller('192.0.2.3', `token ${round}`))).toBe(true)
  expect(delays(() => caller(`198.51.100.${round % 250}`, 'token'))).toBe(true)
})

test('callers who share an address with a busy one are not moved with it', () => {
  const { ask } = openUse()
  const [busy, ...others] = ['a', 'b', 'c'].map((credentials) => caller('192.0.2.3', credentials))
  for (const other of others) ask(other, 50)
  for (let round = 0; round < 5; round++) if (busy !== undefined) ask(busy, 1_000, 8)
  expect([busy, ...others].map((one) => one !== undefined && ask(one, 0))).toEqual([true, false, false])
})

test('a caller who was busy may use the process again after a pause, and the end of a request counts once', () => {
  const { use, ask, wait } = openUse()
  ask(BUSY, 1_000, 8)
  const end = use.begin(LIGHT)
  end()
  end()
  ask(LIGHT, 5)
  expect(ask(BUSY, 0)).toBe(true)
  wait(15_000)
  ask(LIGHT, 5)
  expect(ask(BUSY, 0)).toBe(false)
})

test('a caller who is alone has at most 8 turns, and one who disconnects leaves', async () => {
  const { use } = openUse()
  const ends = await Promise.all(Array.from({ length: 8 }, () => use.takeTurn(BUSY, here)))
  const gone = new AbortController()
  const left = use.takeTurn(BUSY, gone.signal)
  const waiting = use.takeTurn(BUSY, here)
  gone.abort()
  await expect(left).rejects.toThrow()
  ends[0]?.()
  expect(await waiting).toBeTypeOf('function')
})

test('a caller has at most 2 turns while another one asks, and 8 again afterwards', async () => {
  const { use, wait } = openUse()
  const ends = await Promise.all(Array.from({ length: 3 }, () => use.takeTurn(BUSY, here)))
  expect(await use.takeTurn(LIGHT, here)).toBeTypeOf('function')
  let begun = 0
  const waiting = Array.from({ length: 6 }, async () => {
    await use.takeTurn(BUSY, here)
    begun += 1
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  ends[0]?.()
  await settle()
  expect(begun, '2 of 3 are left').toBe(0)
  ends[1]?.()
  await settle()
  expect(begun).toBe(1)
  wait(10_001)
  void use.takeTurn(BUSY, here)
  ends[2]?.()
  await settle()
  expect(begun, 'all of them, because 8 may have turns').toBe(6)
  expect(waiting).toHaveLength(6)
})

test('a busy caller has one turn while another one asks', async () => {
  const { use, ask } = openUse()
  ask(BUSY, 1_000, 8)
  ask(LIGHT, 5)
  const end = await use.takeTurn(BUSY, here)
  const second = use.takeTurn(BUSY, here)
  const settled = await Promise.race([second.then(() => 'begun'), new Promise((resolve) => setImmediate(resolve))])
  expect(settled).toBeUndefined()
  end()
  expect(await second).toBeTypeOf('function')
})

const settle = () => new Promise((resolve) => setImmediate(resolve))
/** Takes turns for several requests of a caller, which add the ends of their turns to the returned list. */
function takeTurns(use: ProcessUse, caller: RequestCaller, count: number): (() => void)[] {
  const ends: (() => void)[] = []
  for (let at = 0; at < count; at++) void use.takeTurn(caller, here).then((end) => ends.push(end))
  return ends
}

test('a caller with more waiting requests than a browser has one turn while another one asks', async () => {
  const { use } = openUse()
  await use.takeTurn(LIGHT, here)
  const ends = takeTurns(use, BUSY, 10)
  await settle()
  expect(ends).toHaveLength(2)
  ends[0]?.()
  await settle()
  expect(ends, 'the other turn is the only one').toHaveLength(2)
  ends[1]?.()
  await settle()
  expect(ends).toHaveLength(3)
  ends[2]?.()
  await settle()
  expect(ends, 'with six waiting it is not busy').toHaveLength(5)
})

test('the next turn of a busy caller waits for a request of another one, but not for long', async () => {
  const { use, ask, wait } = openUse()
  ask(BUSY, 1_000, 8)
  const endLight = await use.takeTurn(LIGHT, here)
  const answered = use.begin(LIGHT)
  const ends = takeTurns(use, BUSY, 2)
  await settle()
  expect(ends).toHaveLength(0)
  answered()
  endLight()
  await settle()
  expect(ends, 'the other request was answered').toHaveLength(1)
  use.begin(LIGHT)
  ends[0]?.()
  await settle()
  expect(ends).toHaveLength(1)
  wait(100)
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(ends, 'the other request takes too long').toHaveLength(2)
})

test('busy callers have one turn together while another one asks, but a long turn delays them only for a second', async () => {
  const { use, ask, wait } = openUse()
  const OTHER = caller('192.0.2.3')
  ask(BUSY, 1_000, 8)
  ask(OTHER, 1_000, 8)
  ask(LIGHT, 5)
  const first = takeTurns(use, BUSY, 1)
  const second = takeTurns(use, OTHER, 2)
  await settle()
  expect([first.length, second.length]).toEqual([1, 0])
  first[0]?.()
  await settle()
  expect(second, 'one of its two').toHaveLength(1)
  const third = takeTurns(use, BUSY, 1)
  wait(1_000)
  ask(LIGHT, 5)
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  expect(third, 'the other turn takes too long').toHaveLength(1)
})

test('busy callers have a turn each while nobody else asks', async () => {
  const { use, ask } = openUse()
  const OTHER = caller('192.0.2.3')
  ask(BUSY, 1_000, 8)
  ask(OTHER, 1_000, 8)
  const [first, second] = [takeTurns(use, BUSY, 1), takeTurns(use, OTHER, 1)]
  await settle()
  expect([first.length, second.length]).toEqual([1, 1])
})
