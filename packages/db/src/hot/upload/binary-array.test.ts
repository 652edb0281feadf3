import { invariant } from '@assay/domain/result'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doubleArray, integerArray, textArray, uuidArray } from './binary-array.ts'

let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: process.env.ASSAY_TEST_POSTGRES_URL })
  await client.connect()
})
afterAll(() => client.end())

const READ = `
  select $1::float8[] as doubles, $2::int[] as integers, $3::text[] as texts, $4::uuid[]::text[] as uuids`

test('arrays are stored as sent, doubles bit for bit', async () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true })
  // Texts as Postgres stores them: without NUL and lone surrogates.
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0'))
  await fc.assert(
    fc.asyncProperty(
      fc.array(double, { minLength: 1 }),
      fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { minLength: 1 }),
      fc.array(fc.option(text), { minLength: 1 }),
      fc.array(fc.uuid(), { minLength: 1 }),
      async (doubles, integers, texts, uuids) => {
        const { rows } = await client.query(READ, [
          doubleArray([doubles.slice(0, 1), doubles.slice(1)]),
          integerArray(integers),
          textArray(texts),
          uuidArray(uuids),
        ])
        invariant(rows[0] !== undefined, 'a select without from has one row')
        expect(rows[0]).toEqual({ doubles, integers, texts, uuids })
        expect(rows[0].doubles.map((one: number) => Object.is(one, -0))).toEqual(
          doubles.map((one) => Object.is(one, -0)),
        )
      },
    ),
    { numRuns: 100 },
  )
})

test('a missing double is encoded as NaN, which the statement converts to null', async () => {
  const { rows } = await client.query("select array_replace(($1::float8[])[2:3], 'NaN', null) as part", [
    doubleArray([[1], [null, -0], [3]]),
  ])
  expect(rows).toEqual([{ part: [null, -0] }])
})
