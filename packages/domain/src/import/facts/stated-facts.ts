import { err, ok, type Result } from '../../result.ts'
import { countOf } from '../fields.ts'
import type { ImportOverrides } from '../overrides.ts'
import { isPathReference } from '../profile/corrections.ts'
import { FIELD_NAMES } from '../profile/profile-fields.ts'

const NAMES = ['product', 'version', 'build', 'config', 'hardware', 'workload'] as const
const COUNTS = { repeat: 100_000, clients: 1_000_000 } as const

/** Fields that distinguish the steps of a run. They belong to single files and cannot be stated for all of them. */
const OF_ONE_FILE: ReadonlySet<string> = new Set(['range', 'phase', 'dbms', 'columns', 'threads'])

/** Fields that `--set FIELD=VALUE` and the parameter `set` of an upload accept. */
export const STATED_FIELDS: readonly string[] = [
  ...NAMES,
  ...Object.keys(COUNTS),
  ...FIELD_NAMES.filter((field) => !OF_ONE_FILE.has(field) && !isName(field) && !isCount(field)),
]

/**
 * Adds `FIELD=VALUE` to the stated facts: `hardware=c6i.12xlarge`, `smt=on`, `params.cache_gb=32`.
 *
 * @returns an error message when the text is not such a pair or the field is unknown.
 */
export function stateFact(stated: ImportOverrides, pair: string): Result<ImportOverrides, string> {
  const at = pair.indexOf('=')
  const [field, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  if (at < 1 || field === '' || value === '') {
    return err(`${JSON.stringify(pair)} is not of the form FIELD=VALUE, such as hardware=c6i.12xlarge`)
  }
  if (isName(field)) return ok({ ...stated, [field]: value })
  if (pair === '_companion=ignore') return ok({ ...stated, fields: { ...stated.fields, [field]: value } })
  if (isPathReference(value) && (isCount(field) || isParam(field) || isIgnored(field))) {
    return ok({ ...stated, fields: { ...stated.fields, [field]: value } })
  }
  if (isCount(field)) {
    const count = countOf(value, COUNTS[field])
    return count === null
      ? err(`${field}=${value}: expected a whole number from 1 to ${COUNTS[field]}`)
      : ok({ ...stated, [field]: count })
  }
  if (isParam(field)) {
    return ok({ ...stated, params: { ...stated.params, [field.slice('params.'.length)]: paramOf(value) } })
  }
  if (STATED_FIELDS.includes(field)) return ok({ ...stated, fields: { ...stated.fields, [field]: value } })
  return err(`${JSON.stringify(field)} is not a field; known: ${STATED_FIELDS.join(', ')}, params.NAME`)
}

const isParam = (field: string): boolean => /^params\.[A-Za-z][\w.-]*$/.test(field)

/** `_ignored=@folder` states that a part of the path means nothing. */
const isIgnored = (field: string): boolean => /^_\w{1,40}$/.test(field)

function isName(field: string): field is (typeof NAMES)[number] {
  return (NAMES as readonly string[]).includes(field)
}

function isCount(field: string): field is keyof typeof COUNTS {
  return Object.hasOwn(COUNTS, field)
}

/** The value of a parameter: a number when it is spelled as one, otherwise the text. */
export const paramOf = (value: string): string | number => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value)
