import type { JsonSchema } from './openapi-model.ts'

/** A fragment of a type: plain text, or the name of a schema to link to. */
export type TypeFragment = string | { schema: string }

/** Formats a schema as a TypeScript type: `string`, `(number | null)[]`, `{ [name]: string }`. */
export function typeFragments(schema: JsonSchema): TypeFragment[] {
  if (schema.$ref !== undefined) return [{ schema: schema.$ref.split('/').at(-1) ?? schema.$ref }]
  if (schema.const !== undefined) return [JSON.stringify(schema.const)]
  if (schema.enum !== undefined) return [schema.enum.map((value) => JSON.stringify(value)).join(' | ')]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return joined(choices.map(typeFragments), ' | ')
  if (schema.allOf !== undefined) return joined(schema.allOf.map(typeFragments), ' & ')
  const types = [schema.type].flat()
  return joined(
    types.map((type) => plainType(schema, type)),
    ' | ',
  )
}

function plainType(schema: JsonSchema, type: string | undefined): TypeFragment[] {
  if (schema.prefixItems !== undefined) return ['[', ...joined(schema.prefixItems.map(typeFragments), ', '), ']']
  if (type === 'array') return listOf(schema.items === undefined ? ['unknown'] : typeFragments(schema.items))
  if (type === 'object' && schema.properties === undefined) {
    const values =
      typeof schema.additionalProperties === 'object' ? typeFragments(schema.additionalProperties) : ['unknown']
    return ['{ [name]: ', ...values, ' }']
  }
  if (type === undefined) return ['unknown']
  return [schema.format === undefined ? type : `${type} (${schema.format})`]
}

function listOf(parts: TypeFragment[]): TypeFragment[] {
  const simple = parts.length === 1 && (typeof parts[0] === 'object' || !parts[0]?.includes(' '))
  return simple ? [...parts, '[]'] : ['(', ...parts, ')[]']
}

const joined = (lists: TypeFragment[][], separator: string): TypeFragment[] =>
  lists.flatMap((parts, index) => (index === 0 ? parts : [separator, ...parts]))
