import { isService, joinProducts } from './product-names.ts'
import type { NamedFact, ReadWords } from './read-name.ts'

/** A part of a name from `at` on: words that a spelling decodes, or words that none does. */
export type NameElement = { text: string; at: number; read: ReadWords | null }

/** Words after which a second version is one that is compared, and not the version of the word. */
const CONNECTS = /(?:^|[-_. ])(?:vs|versus|to|and|und|or|from|against|compared|upgrade|base|baseline|old|new)$/i

/** The number after a word that is not known, as in `cluster-2.1`, may be the version of something else. */
const INTRODUCES =
  /(?:^|[-_. ])(?:versions?|ver|v|releases?|rel|server|community|commercial|enterprise|advanced|stable|lts|ce|ee|oss|build|upstream)$/i

/**
 * Decides between parts of one name that state different products or versions. A server next to its extension or storage
 * engine is one product. A version that stands alone belongs to the unknown word before it, as in `pg17-pgvector-0.8.0`,
 * and a branch such as `nightly` changes no version that follows a product.
 */
export function resolveElements(parts: readonly NameElement[]): NameElement[] {
  const ofOneProduct = withOneProduct(parts)
  const bound = ofOneProduct.flatMap(({ read }) => (isBound(read) ? read.facts : []))
  const versions = bound.filter(({ field }) => field === 'version')
  return ofOneProduct.flatMap((part, at) => {
    const { read } = part
    if (read === null || !isVersionAlone(read)) return [part]
    const before = ofOneProduct[at - 1]
    const word = before?.read === null ? before.text : ''
    if (versions.length === 0) return [word === '' || INTRODUCES.test(word) || !isNumbered(read) ? part : unsure(part)]
    const isOfProduct = word === '' || INTRODUCES.test(word)
    if (isOfProduct && versions.some(({ value }) => refines(read.facts[0], value))) return [part]
    if (!isNumbered(read)) return [{ ...part, read: withoutVersion(read) }]
    if (isOfProduct && before?.read != null && !isVersionBefore(before.read)) return twoNumbers(part)
    return isOfProduct || CONNECTS.test(word) ? [part] : [{ ...part, read: null }]
  })
}

/** The parts with one product where a server and its extension or engine are named; the other one is not decoded. */
function withOneProduct(parts: readonly NameElement[]): NameElement[] {
  const named = parts.filter(({ read }) => productOf(read) !== undefined)
  const [first, second] = named
  if (first === undefined || second === undefined || named.length > 2) return [...parts]
  const one = productOf(first.read) ?? ''
  const other = productOf(second.read) ?? ''
  const product = one === other ? null : joinProducts(one, other)
  if (product === null) return [...parts]
  const isOfServer = isService(one) && !isBound(first.read)
  const keeper = (product === one && !isOfServer) || (product !== other && isBound(first.read)) ? first : second
  return parts.map((part) => {
    if (part !== first && part !== second) return part
    if (part !== keeper)
      return isBound(part.read) || product === one || product === other ? { ...part, read: null } : part
    const facts = (part.read?.facts ?? []).map((fact) =>
      fact.field === 'product' ? { ...fact, value: product } : fact,
    )
    return { ...part, read: { length: part.text.length, facts } }
  })
}

const productOf = (read: ReadWords | null): string | undefined =>
  read?.facts.find(({ field }) => field === 'product')?.value

/** True for a version that follows its product. */
const isBound = (read: ReadWords | null): read is ReadWords =>
  productOf(read) !== undefined && read?.facts.some(({ field }) => field === 'version') === true

const isVersionAlone = ({ facts }: ReadWords): boolean =>
  facts[0]?.field === 'version' && facts.every(({ field }) => field === 'version' || field === 'commit')

const isVersionBefore = ({ facts }: ReadWords): boolean =>
  facts.some(({ field }) => field === 'version' || field === 'product')

/** `16.1` after a test, next to the version of the product, as two numbers: they may be clients and a repeat. */
function twoNumbers(part: NameElement): NameElement[] {
  const [whole, first = '', second = ''] = /^(\d{1,4})\.(\d{1,2})$/.exec(part.text) ?? []
  if (whole === undefined) return [part]
  const number = (text: string, at: number): NameElement => ({
    text,
    at,
    read: { length: text.length, facts: [], isUndecoded: true },
  })
  return [number(first, part.at), number(second, part.at + first.length + 1)]
}

const isNumbered = ({ facts }: ReadWords): boolean => /^\d/.test(facts[0]?.value ?? '')

/** True when one of two versions is the other one with more numbers. */
const refines = (fact: NamedFact | undefined, version: string): boolean =>
  fact !== undefined && `${fact.value}.`.startsWith(`${version}.`)

/** The part without its version: a commit stays a fact, and the branch is a word that nothing decodes. */
function withoutVersion(read: ReadWords): ReadWords {
  return { ...read, facts: read.facts.filter(({ field }) => field !== 'version'), isUndecoded: true }
}

const UNSURE = 0.5

const unsure = (part: NameElement): NameElement =>
  part.read === null ? part : { ...part, read: { ...part.read, facts: part.read.facts.map(lessSure) } }

/** The fact with the confidence of one that a person has to confirm. */
export const lessSure = (fact: NamedFact): NamedFact => ({ ...fact, confidence: Math.min(fact.confidence, UNSURE) })
