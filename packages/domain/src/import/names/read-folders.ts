import type { Fields } from '../fields.ts'
import { CERTAIN, type NamedFact, readName } from './read-name.ts'

/** The folders of a path as they are read by common spellings. */
export type CommonFolders = {
  fields: Fields
  /** How sure each of `fields` is. */
  confidence: Readonly<Record<string, number>>
  uncertain: readonly NamedFact[]
  /** For each folder, the parts of its name that no spelling decodes. */
  undecoded: readonly (readonly string[])[]
}

/**
 * Reads the folders of a path from the outermost to the innermost one, which wins. A version without a product refines the
 * version that is known, 18 to 18.1; any other is a part that is not decoded. A product without a version ends the version
 * of another product.
 *
 * @param folders for each folder the parts of its name that the profile does not decode.
 */
export function readFolders(folders: readonly (readonly string[])[]): CommonFolders {
  const known = new Map<string, NamedFact>()
  const uncertain: NamedFact[] = []
  const undecoded = folders.map((parts) =>
    parts.flatMap((part) => {
      const { facts, rest } = readName(part)
      uncertain.push(...facts.filter(({ field, confidence }) => confidence < CERTAIN && !field.startsWith('_')))
      const certain = facts.filter(({ confidence }) => confidence >= CERTAIN)
      const others = certain.filter((fact) => isOtherVersion(fact, certain, known)).map(({ value }) => value)
      for (const fact of certain) if (!isOtherVersion(fact, certain, known)) learn(known, fact, certain)
      return [...rest, ...others]
    }),
  )
  const facts = [...known.values()].filter(({ field }) => !field.startsWith('_') || field === '_date')
  return {
    fields: Object.fromEntries(facts.map(({ field, value }) => [field, value])),
    confidence: Object.fromEntries(facts.map(({ field, confidence }) => [field, confidence])),
    uncertain: uncertain.filter(({ field }) => !known.has(field)),
    undecoded,
  }
}

const namesProduct = (facts: readonly NamedFact[]): boolean => facts.some(({ field }) => field === 'product')

function isOtherVersion(
  { field, value }: NamedFact,
  facts: readonly NamedFact[],
  known: ReadonlyMap<string, NamedFact>,
): boolean {
  const before = known.get('version')?.value
  if (field !== 'version' || before === undefined || namesProduct(facts)) return false
  return value !== before && !value.startsWith(`${before}.`)
}

function learn(known: Map<string, NamedFact>, fact: NamedFact, facts: readonly NamedFact[]): void {
  const before = known.get('product')
  const isOtherProduct = fact.field === 'product' && before !== undefined && before.value !== fact.value
  if (isOtherProduct && !facts.some(({ field }) => field === 'version')) known.delete('version')
  known.set(fact.field, fact)
}
