import { matchPattern } from './profile/path-pattern.ts'
import type { NameRule } from './profile/profile.ts'

/**
 * Facts read from names, by the field names of a profile; numbers are still text. Later fields override earlier ones.
 */
export type Fields = Readonly<Record<string, string>>

/** A relative path with forward slashes and without .gz. */
export const plainPathOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .replace(/\.(?:gz|zst)$/, '')

/** The folder of a file as a plain path without a trailing slash; empty for the root. */
export function folderOf(path: string): string {
  const plain = plainPathOf(path)
  return plain.slice(0, Math.max(0, plain.lastIndexOf('/')))
}

/** The part of a path below a folder; the whole path when it is not below it, or when the folder is empty. */
export const belowFolder = (path: string, folder: string): string =>
  folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path

/** The fields of a name by one rule; null when the name does not match. */
export function applyRule(rule: NameRule, name: string): Fields | null {
  const matched = matchPattern(rule.match, name)
  if (matched === null) return null
  const fields: Record<string, string> = {}
  for (const [field, text] of Object.entries(matched)) {
    if (field.startsWith('_')) continue
    const factor = rule.times?.[field]
    fields[field] = factor === undefined ? (rule.values?.[field]?.[text] ?? text) : String(Number(text) * factor)
  }
  return { ...fields, ...rule.set }
}

/** The fields by the first rule that matches, with that rule; null when none does. */
export function applyFirst<Rule extends NameRule>(
  rules: readonly Rule[],
  name: string,
): { rule: Rule; fields: Fields } | null {
  for (const rule of rules) {
    const fields = applyRule(rule, name)
    if (fields !== null) return { rule, fields }
  }
  return null
}

/** A whole number of at least 1 and at most `max`; null for anything else, such as 0 or 99999999999. */
export function countOf(text: string | undefined, max = 1_000_000): number | null {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return null
  const count = Number(text)
  return count >= 1 && count <= max ? count : null
}

/** The repeat that a text states by its only number: 2 for `2`, `r2` and `run-2`; null for any other text. */
export function repeatOf(text: string | undefined): number | null {
  const [, digits] = /^\D*(\d+)\D*$/.exec(text ?? '') ?? []
  return countOf(digits, MAX_REPEAT)
}

const MAX_REPEAT = 100_000

/** `on`, `1` and `true` are true, `off`, `0` and `false` are false; null for anything else. */
export function readSwitch(text: string | undefined): boolean | null {
  if (text === undefined) return null
  if (['on', '1', 'true', 'yes'].includes(text.toLowerCase())) return true
  return ['off', '0', 'false', 'no'].includes(text.toLowerCase()) ? false : null
}

/** The parameters among the fields, as numbers where they are spelled as numbers. */
export function paramsOf(fields: Fields): Record<string, string | number> {
  const params: Record<string, string | number> = {}
  for (const [field, text] of Object.entries(fields)) {
    if (!field.startsWith('params.')) continue
    params[field.slice('params.'.length)] = /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text
  }
  return params
}

const OF_A_STEP: ReadonlySet<string> = new Set(['test', 'range', 'phase', 'clients', 'pk'])

/** The fields of a file name that distinguish the runs of one directory. */
export function fieldsOfRun(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => !OF_A_STEP.has(field) && !field.startsWith('params.')),
  )
}
