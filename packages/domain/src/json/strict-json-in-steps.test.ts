import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_CONTAINERS, parseStrictJson } from './strict-json.ts'
import { parseStrictJsonInSteps } from './strict-json-in-steps.ts'

const noPause = async () => {}

/** JSON, and JSON with one character replaced, inserted or removed. */
const almostJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.nat(),
    fc.constantFrom(
      '',
      ...'{}[]",:\\ \n\t01e-.tfn\u0000\ud800',
      '__proto__',
      '1e999',
      '-0',
      'null',
      '9007199254740993',
    ),
    fc.nat(1),
  )
  .map(([json, at, put, removed]) => {
    const cut = at % (json.length + 1)
    return json.slice(0, cut) + put + json.slice(cut + removed)
  })

test('parsing in steps gives the same value or the same refusal as parsing at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), almostJson), fc.integer({ min: 1, max: 9 }), async (text, step) => {
      const atOnce = parseStrictJson(text)
      const inSteps = await parseStrictJsonInSteps(text, noPause, step)
      if (atOnce.ok) expect(inSteps).toEqual(atOnce)
      else if (atOnce.error.message.startsWith('is not JSON')) expect(inSteps.ok).toBe(false)
      else expect(inSteps).toEqual(atOnce)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  '',
  ' ',
  '[1,]',
  '{"a"}',
  '{,}',
  '[1 2]',
  '1 2',
  'tru',
  '01',
  '1.',
  '"\\x"',
  '"a\nb"',
  '[}',
  ']',
  '{"a":1]',
  '"\\"',
])('invalid JSON is refused in steps as well: %j', async (text) => {
  expect(parseStrictJson(text).ok).toBe(false)
  expect((await parseStrictJsonInSteps(text, noPause, 1)).ok).toBe(false)
})

test('other work can run between any two steps', async () => {
  let pauses = 0
  const text = JSON.stringify(Array.from({ length: 1_000 }, (_, at) => ({ at })))
  const read = await parseStrictJsonInSteps(text, async () => void pauses++, 100)
  expect(read).toEqual({ ok: true, value: JSON.parse(text) })
  // Both passes, the scan and the build, pause after every step.
  expect(pauses).toBe(2 * (Math.ceil(text.length / 100) - 1))
})

test('a text of many small lists is refused before they are built', () => {
  const read = parseStrictJson(`[${'[],'.repeat(MAX_CONTAINERS)}1]`)
  expect(read).toMatchObject({ ok: false, error: { message: expect.stringContaining(`over ${MAX_CONTAINERS}`) } })
})
