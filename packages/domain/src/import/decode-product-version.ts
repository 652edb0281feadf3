import { applyFirst, type Fields } from './fields.ts'
import type { ImportProfile, ProductRule } from './profile/profile.ts'

export type DecodedProductVersion = { fields: Fields; problem: null } | { fields: null; problem: string }

/**
 * Decodes product, version, build and suffixes of a server name: `my8406v2` and `rel_o2nofp` are MySQL 8.4.6, second
 * run. The words of a branch become part of the version (`12.1.1-mdev16168`), because a branch is a different program.
 *
 * @param dbms the part with prefix and digits.
 * @param build the part after it, without the underscore.
 */
export function decodeProductVersion(
  profile: ImportProfile,
  dbms: string,
  build: string | undefined,
): DecodedProductVersion {
  const words = build === undefined ? [] : build.split('_')
  const product = profile.products.find((rule) => isOf(rule, dbms, words))
  if (product === undefined) {
    const known = [...new Set(profile.products.map(({ prefix }) => prefix))].join(', ')
    return {
      fields: null,
      problem: `the product of \`${dbms}\` is not known; known are names that begin with ${known}`,
    }
  }
  if (product.words === true) return decodeWords(profile, product, [dbms, ...words])
  const rest = dbms.slice(product.prefix.length)
  const [digits = ''] = /^\d+/.exec(rest) ?? []
  const version = versionOf(product, digits, rest.slice(digits.length))
  if (version === null) {
    const hoped = (product.splits ?? []).join(' or ')
    return {
      fields: null,
      problem: `\`${dbms}\` is not a version of ${product.name}; expected ${product.prefix} and digits of widths ${hoped}`,
    }
  }
  const suffix = version.rest === '' ? {} : applyFirst(profile.versionSuffixes, version.rest)?.fields
  if (suffix === undefined) {
    return { fields: null, problem: `\`${version.rest}\` at the end of \`${dbms}\` is not understood` }
  }
  const { branch, fields } = decodeBuild(profile, words)
  const name = branch === '' ? version.text : `${version.text}-${branch}`
  return { fields: { product: product.name, version: name, ...fields, ...suffix }, problem: null }
}

function isOf(rule: ProductRule, dbms: string, words: readonly string[]): boolean {
  if (rule.words === true) return [dbms, ...words].join('_').startsWith(rule.prefix)
  if (!dbms.startsWith(rule.prefix)) return false
  const rest = dbms.slice(rule.prefix.length)
  return /^\d/.test(rest) && (rule.starts === undefined || rest.startsWith(rule.starts))
}

/** Decodes a version that is spelled in words: those after the prefix, up to the first word of the build. */
function decodeWords(profile: ImportProfile, product: ProductRule, words: readonly string[]): DecodedProductVersion {
  const prefixWords = product.prefix.split('_').length - 1
  const free = words.slice(prefixWords)
  const at = free.findIndex((word) => applyFirst(profile.buildWords, word) !== null)
  const version = (at === -1 ? free : free.slice(0, at)).join('_')
  if (version === '') return { fields: null, problem: `\`${words.join('_')}\` names no version of ${product.name}` }
  const { fields } = decodeBuild(profile, at === -1 ? [] : free.slice(at))
  return { fields: { product: product.name, version, ...fields }, problem: null }
}

function versionOf(product: ProductRule, digits: string, rest: string): { text: string; rest: string } | null {
  const prerelease = (product.prerelease ?? []).find((word) => new RegExp(`^${word}\\d+`).test(rest))
  const [suffix = ''] = prerelease === undefined ? [] : (/^[a-z]+\d+/i.exec(rest) ?? [])
  for (const split of product.splits ?? []) {
    const parts = splitDigits(split, digits)
    if (parts !== null) return { text: parts.join('.') + suffix, rest: rest.slice(suffix.length) }
  }
  return null
}

/** Splits digits by widths: 8044 by 1+1+2 gives 8, 0, 44. Null when there are too many or too few digits. */
export function splitDigits(split: string, digits: string): string[] | null {
  const parts: string[] = []
  let left = digits
  for (const width of split.split('+')) {
    const part = width === '*' ? left : left.slice(0, Number(width))
    if (width !== '*' && part.length < Number(width)) return null
    if (part !== '') parts.push(part.replace(/^0+(?=\d)/, ''))
    left = left.slice(part.length)
  }
  return left === '' ? parts : null
}

/**
 * Decodes the words of a build. A branch word and the unknown words after it belong to the version; other unknown words
 * stay in the build's name and state no field.
 */
export function decodeBuild(profile: ImportProfile, words: readonly string[]): { branch: string; fields: Fields } {
  const branch: string[] = []
  const build: string[] = []
  const fields: Record<string, string> = {}
  let inBranch = false
  for (const word of words) {
    const known = applyFirst(profile.buildWords, word)
    inBranch = known === null && (inBranch || applyFirst(profile.branchWords, word) !== null)
    if (inBranch) branch.push(word)
    else build.push(word)
    Object.assign(fields, known?.fields)
  }
  return { branch: branch.join('_'), fields: { ...fields, ...(build.length === 0 ? {} : { build: build.join('_') }) } }
}
