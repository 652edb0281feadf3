import { expect, test } from 'vitest'
import { typeFragments } from './type-text.ts'

test.each([
  [{ type: 'string' }, ['string']],
  [{ type: 'string', format: 'uuid' }, ['string (uuid)']],
  [{ type: 'array', items: { type: 'number' } }, ['number', '[]']],
  [{ type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } }, ['(', 'number', ' | ', 'null', ')[]']],
  [{ type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] }, ['[', 'number', ', ', 'string', ']']],
  [{ type: ['string', 'null'] }, ['string', ' | ', 'null']],
  [{ $ref: '#/components/schemas/Run' }, [{ schema: 'Run' }]],
  [{ enum: ['a', 'b'] }, ['"a" | "b"']],
  [{ const: 1 }, ['1']],
  [{ type: 'object', additionalProperties: { type: 'string' } }, ['{ [name]: ', 'string', ' }']],
  [{}, ['unknown']],
])('%j is written as a type', (schema, parts) => {
  expect(typeFragments(schema)).toEqual(parts)
})
