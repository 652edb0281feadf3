import type { Fields } from '../fields.ts'
import { joinDays } from './join-days.ts'
import { isEngineOf, isPlausibleVersion, joinProducts } from './product-names.ts'
import { CERTAIN, type NamedFact, readName } from './read-name.ts'

/** The folders of a path as they are read by common spellings. */
export type CommonFolders = {
  fields: Fields
  /** How sure each of `fields` is. */
  confidence: Readonly<Record<string, number>>
  uncertain: readonly NamedFact[]
  /** The position of the folder that states each of `fields`. */
  folderOf: Readonly<Record<string, number>>
  /** For each folder, the parts of its name that no spelling decodes. */
  undecoded: readonly (readonly string[])[]
}

/**
 * Reads the folders of a path from the outermost to the innermost one, which wins. A version without a product refines the
 * version that is known, 18 to 18.1; any other is a part that is not decoded. A product without a version ends the version
 * of another product. A fact that an inner folder replaces becomes a part that is not decoded, so that no difference
 * between two folders is lost.
 *
 * @param folders for each folder the parts of its name that the profile does not decode.
 */
export function readFolders(folders: readonly (readonly string[])[]): CommonFolders {
  const known: Known = new Map()
  const uncertain: FolderFact[] = []
  const undecoded: string[][] = folders.map(() => [])
  for (const [folder, parts] of joinDays(folders).entries()) {
    for (const part of parts) {
      const { facts, rest } = readName(part)
      const doubtful = facts.filter(({ field, confidence }) => confidence < CERTAIN && !field.startsWith('_'))
      uncertain.push(...doubtful.map((fact) => ({ ...fact, folder })))
      const certain = facts.filter(({ confidence }) => confidence >= CERTAIN)
      const others = new Set(
        certain.filter((fact) => isOtherVersion(fact, certain, known) || isOfAddon(fact, certain, known)),
      )
      undecoded[folder]?.push(...rest, ...[...others].map(({ value }) => value))
      for (const fact of certain) {
        if (others.has(fact)) continue
        for (const replaced of learn(known, { ...fact, folder }, certain))
          undecoded[replaced.folder]?.push(replaced.value)
      }
    }
  }
  learnCalendarVersion(known, uncertain)
  const product = known.get('product')
  const version = known.get('version')
  if (product !== undefined && version !== undefined && !isPlausibleVersion(product.value, version.value)) {
    known.delete('version')
    uncertain.push(version)
    undecoded[version.folder]?.push(version.value)
  }
  const facts = [...known.values()].filter(({ field }) => !field.startsWith('_') || field === '_date')
  return {
    fields: Object.fromEntries(facts.map(({ field, value }) => [field, value])),
    confidence: Object.fromEntries(facts.map(({ field, confidence }) => [field, confidence])),
    folderOf: Object.fromEntries(facts.map(({ field, folder }) => [field, folder])),
    uncertain: uncertain.filter(({ field }) => !known.has(field)),
    undecoded,
  }
}

/**
 * Takes the only number that begins with a year, 2025.1.0.0-b168, for the version of a product whose releases have such
 * ones, where nothing else states a version.
 */
function learnCalendarVersion(known: Known, uncertain: readonly FolderFact[]): void {
  const product = known.get('product')
  const versions = uncertain.filter(({ field, value }) => field === 'version' && /^20\d\d\.\d/.test(value))
  const [version, ...others] = versions
  if (product === undefined || known.has('version') || version === undefined || others.length > 0) return
  if (version.folder < product.folder || !isPlausibleVersion(product.value, version.value)) return
  known.set('version', { ...version, confidence: CERTAIN })
}

const namesProduct = (facts: readonly NamedFact[]): boolean => facts.some(({ field }) => field === 'product')

function isOtherVersion({ field, value }: NamedFact, facts: readonly NamedFact[], known: Known): boolean {
  const before = known.get('version')?.value
  if (field !== 'version' || before === undefined || namesProduct(facts)) return false
  return value !== before && !value.startsWith(`${before}.`)
}

/** True for the product and version of an extension or engine, or of its server, that changes no known product. */
function isOfAddon({ field }: NamedFact, facts: readonly NamedFact[], known: Known): boolean {
  const product = facts.find((fact) => fact.field === 'product')?.value
  const before = known.get('product')?.value
  if (product === undefined || before === undefined || product === before) return false
  return (field === 'product' || field === 'version') && joinProducts(before, product) === before
}

/** Facts by field, with the folder that states each. */
type Known = Map<string, FolderFact>
type FolderFact = NamedFact & { folder: number }

/** Adds a fact and returns the facts that it replaces. */
function learn(known: Known, fact: FolderFact, facts: readonly NamedFact[]): FolderFact[] {
  const before = known.get(fact.field)
  if (fact.field !== 'product' || before === undefined) {
    known.set(fact.field, fact)
    return before === undefined || isReplaced(before, fact) ? [] : [before]
  }
  const joined = joinProducts(before.value, fact.value)
  const isVersioned = namesVersion(facts)
  known.set('product', { ...fact, value: joined ?? fact.value })
  if (joined === fact.value && joined === before.value) return []
  // The engine of a server is no product, but a difference between two folders.
  if (joined === fact.value && isEngineOf(before.value, joined)) return [before]
  const version = known.get('version')
  if (!isVersioned && joined === null) known.delete('version')
  return joined === null ? [before, ...(version === undefined || isVersioned ? [] : [version])] : []
}

const namesVersion = (facts: readonly NamedFact[]): boolean => facts.some(({ field }) => field === 'version')

/** True for a fact that means the same as the one before it, or states no dimension of a run. */
const isReplaced = (before: NamedFact, fact: NamedFact): boolean =>
  fact.field.startsWith('_') ||
  OF_RESULTS.has(fact.field) ||
  before.value === fact.value ||
  (fact.field === 'version' && fact.value.startsWith(`${before.value}.`))

/** Fields that the output states too, or that an inner folder states in more detail. */
const OF_RESULTS: ReadonlySet<string> = new Set(['test', 'clients'])
