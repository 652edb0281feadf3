import type { PersonRef, Spec } from '../spec.ts'

/** `names` are the names that the person had; a list of attendees has names without keys. */
export type ReplacedPerson = { key: string; names: ReadonlySet<string>; by: PersonRef }

/** The spec with another name and key for a person. Unchanged parts stay the same objects. */
export function replacePerson(spec: Spec, replaced: ReplacedPerson): Spec {
  const { readers, ...rest } = replaceNames(spec, replaced)
  const withoutEmail = readers.map((one) =>
    one.who.key === replaced.by.key && one.email !== null ? { ...one, email: null } : one,
  )
  return { ...rest, readers: withoutEmail }
}

/** Replaces every object of a person with this key, and the names of attendees, at any depth. */
export function replaceNames<T>(value: T, replaced: ReplacedPerson): T {
  if (typeof value !== 'object' || value === null) return value
  if ('key' in value && 'name' in value && value.key === replaced.key) return { ...value, ...replaced.by }
  let isChanged = false
  const entries = Object.entries(value).map(([name, inner]) => {
    const after: unknown = name === 'attendance' ? replaceAttendees(inner, replaced) : replaceNames(inner, replaced)
    isChanged ||= after !== inner
    return [name, after] as const
  })
  if (!isChanged) return value
  // People and names were replaced by others of their types, so the type is unchanged.
  return (Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)) as T
}

const replaceAttendees = (list: unknown, { names, by }: ReplacedPerson): unknown =>
  Array.isArray(list) && list.some((name) => names.has(name))
    ? list.map((name) => (names.has(name) ? by.name : name))
    : list

/** The names that a spec or an action has for a person. */
export function namesOf(value: unknown, key: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('key' in value && 'name' in value && value.key === key) return [String(value.name)]
  return Object.values(value).flatMap((inner) => namesOf(inner, key))
}
