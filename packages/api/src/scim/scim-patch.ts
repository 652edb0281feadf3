import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { ScimAttributes, USER_SCHEMA } from './scim-user.ts'

const MAX_OPERATIONS = 100

const Operation = z.object({
  // Some directories write it with a capital.
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().max(200).optional(),
  value: z.unknown(),
})

export const PatchRequest = z.object({ Operations: z.array(Operation).min(1).max(MAX_OPERATIONS) })

type Attributes = Record<string, unknown>

const SINGLE = new Set(['username', 'externalid', 'displayname', 'active', 'name', 'emails'])
const NAMES: Readonly<Record<string, string>> = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  givenname: 'givenName',
  familyname: 'familyName',
}
const REQUIRED = new Set(['userName', 'active', 'emails'])

/** Applies the operations of a PATCH (RFC 7644, section 3.5.2) to the attributes of a user. */
export function applyPatch(
  attributes: Attributes,
  { Operations }: z.infer<typeof PatchRequest>,
): Result<ScimAttributes, string> {
  let changed = attributes
  for (const { op, path, value } of Operations) {
    const entries = path === undefined ? entriesOf(value) : [{ path, value }]
    if (entries === null) return err('An operation without a path needs an object as its value.')
    for (const entry of entries) {
      const next = change(changed, op === 'remove' ? { ...entry, value: undefined } : entry)
      if (typeof next === 'string') return err(next)
      changed = next
    }
  }
  const parsed = ScimAttributes.safeParse(changed)
  return parsed.success ? ok(parsed.data) : err(z.prettifyError(parsed.error))
}

function entriesOf(value: unknown): { path: string; value: unknown }[] | null {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value)
  return parsed.success ? Object.entries(parsed.data).map(([path, value]) => ({ path, value })) : null
}

/** Changes one attribute. Attributes that are not stored are ignored. @returns a message when it cannot be changed. */
function change(attributes: Attributes, { path, value }: { path: string; value?: unknown }): Attributes | string {
  const plain = path.startsWith(`${USER_SCHEMA}:`) ? path.slice(USER_SCHEMA.length + 1) : path
  const [, attribute = '', rest = ''] = /^([a-zA-Z$]+)(.*)$/s.exec(plain) ?? []
  const lower = attribute.toLowerCase()
  if (!SINGLE.has(lower)) return attributes
  const name = NAMES[lower] ?? lower
  if (value === undefined && REQUIRED.has(name)) return `${name} cannot be removed.`
  // Only one address is stored, so a filter such as [type eq "work"] means that one.
  if (name === 'emails') return { ...attributes, emails: rest === '' ? value : [{ value, primary: true }] }
  if (rest === '') return changeWhole(attributes, name, value)
  if (name !== 'name' || !rest.startsWith('.')) return `The path ${path.slice(0, 60)} cannot be changed.`
  const part = NAMES[rest.slice(1).toLowerCase()] ?? rest.slice(1)
  const before = z.record(z.string(), z.unknown()).safeParse(attributes.name)
  // The display name was made of the name before.
  const { displayName: _, ...others } = attributes
  return { ...others, name: { ...(before.success && before.data), [part]: value } }
}

function changeWhole(attributes: Attributes, name: string, value: unknown): Attributes {
  const { displayName: _, ...others } = attributes
  if (name === 'name') return { ...others, name: value }
  return { ...attributes, [name]: value }
}
