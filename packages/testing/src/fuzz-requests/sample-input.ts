import { z } from 'zod'

type JsonSchema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  minItems?: number
}

/** Candidate values by name of the field; `any` is for all other fields. */
export type Pool = Readonly<Record<string, readonly unknown[]>>

/**
 * An input that the schemas of a procedure or route may accept, for tests that call all of them.
 *
 * @param choose picks one of several; if it returns 0, the input is always the same.
 * @param optional true to fill optional fields as well.
 */
export function sampleInput(
  schemas: readonly z.ZodType[],
  pool: Pool,
  choose: (count: number) => number = () => 0,
  optional: () => boolean = () => false,
): Record<string, unknown> {
  const merged = schemas.map((schema) => sample(asJson(schema), '', { pool, choose, optional }))
  return Object.assign({}, ...merged.filter((part) => typeof part === 'object' && part !== null))
}

/** Cache by schema, because shrinking converts the same schemas a million times. */
const known = new WeakMap<z.ZodType, JsonSchema>()

function asJson(schema: z.ZodType): JsonSchema {
  const found = known.get(schema)
  if (found !== undefined) return found
  // Samples follow the JSON Schema; types that JSON Schema cannot express get arbitrary values.
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  known.set(schema, made)
  return made
}

type How = { pool: Pool; choose: (count: number) => number; optional: () => boolean }

function sample(schema: JsonSchema, name: string, how: How): unknown {
  const { pool, choose } = how
  const known = pool[name]
  if (known !== undefined && known.length > 0) return known[choose(known.length)]
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[choose(schema.enum.length)]
  const forms = schema.anyOf ?? schema.oneOf
  if (forms !== undefined) return sample(forms[choose(forms.length)] ?? {}, name, how)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => sample(part, name, how) as object))
  const type = Array.isArray(schema.type) ? schema.type[choose(schema.type.length)] : schema.type
  switch (type) {
    case 'object':
      return sampleObject(schema, how)
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, choose(3))
      return Array.from({ length: count }, () => sample(schema.items ?? {}, name, how))
    }
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 1) + choose(3)
    case 'boolean':
      return choose(2) === 1
    case 'null':
      return null
    default:
      return sampleText(schema, how)
  }
}

function sampleObject({ properties = {}, required = [] }: JsonSchema, how: How): Record<string, unknown> {
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || how.optional())
  return Object.fromEntries(fields.map(([name, field]) => [name, sample(field, name, how)]))
}

function sampleText({ format, pattern }: JsonSchema, { pool, choose }: How): unknown {
  if (format === 'uuid') {
    const ids = pool.uuid ?? []
    return ids.length > 0 ? ids[choose(ids.length)] : '00000000-0000-4000-8000-000000000000'
  }
  if (pattern?.includes('{64}')) return 'ab'.repeat(32)
  const texts = pool.any ?? ['x']
  return texts[choose(texts.length)]
}
