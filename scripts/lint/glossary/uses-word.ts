import type { Name } from './find-names.ts'
import type { ForbiddenWord } from './read-glossary.ts'

/**
 * Returns true when a name contains a forbidden word. Names are compared by their words, so that `part` is found in `readPart` and
 * `read-part.ts` but not in `department`. Text for people is compared as it stands, and a variable is forbidden only when the word is its whole name.
 */
export function usesWord(name: Name, word: ForbiddenWord): boolean {
  if (!word.where.includes(name.where)) return false
  if (name.where === 'variables') return word.forms.includes(name.text)
  if (name.where === 'strings') return word.forms.some((form) => name.text.includes(form))
  const words = kebab(name.text)
  const rest = word.allowed.reduce((left, allowed) => left.replaceAll(`-${allowed}-`, '-'), `-${words}-`)
  return word.forms.some((form) => rest.includes(`-${form}-`))
}

/** Converts `SpecReadersPage`, `spec_readers` and `/spec/readers` to `spec-readers-page` and `spec-readers`. */
function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .join('-')
}
