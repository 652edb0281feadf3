import { expect, test } from 'vitest'
import { pictureLoader } from './load-pictures.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const refusal = () => new Response('Too many pages at once.', { status: 429, headers: { 'retry-after': '7' } })
const open = () => new AbortController().signal

test('two pictures are requested at a time, in the order of the calls', async () => {
  const pending: { url: string; answer: (response: Response) => void }[] = []
  const request = (url: unknown) =>
    new Promise<Response>((resolve) => pending.push({ url: String(url), answer: resolve }))
  const load = pictureLoader({ request })
  const all = ['a', 'b', 'c', 'd'].map((url) => load(url, open()))
  expect(pending.map(({ url }) => url)).toEqual(['a', 'b'])
  pending[1]?.answer(new Response(SVG))
  await all[1]
  await Promise.resolve()
  expect(pending.map(({ url }) => url)).toEqual(['a', 'b', 'c'])
  for (const at of [0, 2]) pending[at]?.answer(new Response(SVG))
  await all[2]
  await Promise.resolve()
  pending[3]?.answer(new Response(SVG))
  expect(await Promise.all(all)).toEqual(Array(4).fill(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(SVG)}`))
})

test('a refused picture is requested again after Retry-After', async () => {
  const answers = [refusal(), refusal(), new Response(SVG)]
  const waits: number[] = []
  const load = pictureLoader({
    request: async () => answers.shift() ?? refusal(),
    wait: async (seconds) => void waits.push(seconds),
  })
  expect(await load('a', open())).toMatch(/^data:image\/svg\+xml/)
  expect(waits).toEqual([7, 7])
})

test('a server that stays busy, and a comparison that does not exist, have no picture', async () => {
  let requests = 0
  const busy = pictureLoader({
    request: async () => {
      requests++
      return refusal()
    },
    wait: async () => undefined,
  })
  expect(await busy('a', open())).toBeNull()
  expect(requests).toBe(6)
  expect(await pictureLoader({ request: async () => new Response('', { status: 404 }) })('a', open())).toBeNull()
})

test('a page that was left requests nothing more', async () => {
  const left = new AbortController()
  const requested: string[] = []
  const load = pictureLoader({
    request: async (url) => {
      requested.push(String(url))
      left.abort()
      return refusal()
    },
    wait: async () => undefined,
  })
  expect(await Promise.all(['a', 'b', 'c'].map((url) => load(url, left.signal)))).toEqual([null, null, null])
  expect(requested).toEqual(['a'])
})
