import type { PersonRef, Spec } from './spec.ts'

/**
 * The person with a name that nobody else has in this record. Two accounts may have one name, and a person may take
 * the name of another one; the second one to act is recorded as `Vic (2)`. People who are recorded by name only keep it.
 */
export function distinctPerson(spec: Spec, person: PersonRef): PersonRef {
  if (person.key.startsWith('name:')) return person
  const [own, others] = [new Set<string>(), new Set<string>()]
  collectNames(spec, person.key, { own, others })
  const names = [person.name, ...Array.from({ length: others.size + 1 }, (_, at) => `${person.name} (${at + 2})`)]
  const known = names.find((name) => own.has(comparable(name)) && !others.has(comparable(name)))
  const name = known ?? names.find((one) => !others.has(comparable(one))) ?? person.name
  return name === person.name ? person : { ...person, name }
}

function collectNames(value: unknown, key: string, names: { own: Set<string>; others: Set<string> }): void {
  if (typeof value !== 'object' || value === null) return
  if ('key' in value && 'name' in value && typeof value.name === 'string') {
    if (value.key === key) names.own.add(comparable(value.name))
    else if (!String(value.key).startsWith('name:')) names.others.add(comparable(value.name))
    return
  }
  for (const inner of Object.values(value)) collectNames(inner, key, names)
}

/** Names that look alike are one name: case, width and repeated spaces do not count. */
const comparable = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
