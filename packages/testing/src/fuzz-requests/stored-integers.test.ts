import { restRoutes } from '@assay/api/rest/routes'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listProcedures } from '../server/list-procedures.ts'

/** The maximum of `integer` in Postgres. A statement with a larger number fails, and the response would be status 500. */
const MAX_STORED = 2_147_483_647
/** Fields of columns with 64 bits, and times that are compared and not stored. */
const LARGE = new Set(['bytes', 'runs', 'members', 'links', 'buckets', 'sizeBytes', 'session', 'fencingToken', 'since'])

/** Lists the paths of integers in a JSON Schema without a maximum that a column can store. */
function unlimitedIntegers(schema: unknown, path: readonly string[]): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const { type, maximum } = schema as { type?: unknown; maximum?: number }
  const own = type === 'integer' && (maximum ?? Infinity) > MAX_STORED && !path.some((name) => LARGE.has(name))
  const nested = Object.entries(schema).flatMap(([key, value]) => unlimitedIntegers(value, [...path, key]))
  return own ? [path.join('.'), ...nested] : nested
}

const integersOf = (name: string, schemas: readonly (z.ZodType | undefined)[]) =>
  schemas.flatMap((schema) =>
    schema === undefined
      ? []
      : unlimitedIntegers(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), [name]),
  )

test('procedures accept no integer that a column cannot store', () => {
  expect(listProcedures().flatMap(([name, { _def }]) => integersOf(name, _def.inputs))).toEqual([])
})

test('REST operations accept no integer that a column cannot store', () => {
  const found = restRoutes.flatMap((route) =>
    integersOf(route.operationId, [
      ...[route.pathSchema, route.querySchema],
      ...(route.bodies ?? []).map(({ schema }) => schema),
    ]),
  )
  expect(found).toEqual([])
})

test('control: an integer without a maximum is found', () => {
  expect(integersOf('procedure', [z.object({ revisions: z.array(z.int().min(1)) })])).toEqual([
    'procedure.properties.revisions.items',
  ])
})
