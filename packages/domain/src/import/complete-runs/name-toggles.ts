import type { CommonRun } from './run-evidence.ts'

/** Confidence of a config whose names say that one setting is on or off. */
const SETTING = 0.85

/**
 * The runs with a config of their own where one part of their paths says only whether a setting is on or off, as in
 * `with_ssl` and `without_ssl`. Both sides have to be there; a single `no-index` may be a workload.
 */
export function nameToggles(runs: readonly CommonRun[]): readonly CommonRun[] {
  const references = new Set(runs.flatMap(({ parts }) => parts.map(({ reference }) => reference)))
  const toggles = [...references].filter((reference) => isToggle(runs, reference))
  const [reference] = toggles
  if (toggles.length !== 1 || runs.some(({ draft }) => draft.fields.config !== undefined)) return runs
  return runs.map((run) => {
    const config = run.parts.find((part) => part.reference === reference)?.text
    if (config === undefined) return run
    const { draft } = run
    const [from = ''] = [...draft.paths].sort()
    draft.fields = { ...draft.fields, config }
    draft.origins = { ...draft.origins, config: { source: 'name', from, confidence: SETTING } }
    return { ...run, parts: run.parts.filter((part) => part.reference !== reference) }
  })
}

/** True when all runs have a part at this position, and all of these state the two sides of one setting. */
function isToggle(runs: readonly CommonRun[], reference: string): boolean {
  const texts = runs.map(({ parts }) => parts.find((part) => part.reference === reference)?.text)
  const off = texts.flatMap((text) => OFF_WORD.exec(text ?? '')?.groups?.setting?.toLowerCase() ?? [])
  // The word alone is the other side only next to its negation: `binlog` and `nobinlog`.
  const side = (text: string) => sideOf(text) ?? sideOfWord(text, off)
  const sides = new Set(texts.map((text) => (text === undefined ? null : side(text))))
  const [one, other, ...more] = sides
  if (one == null || other == null || more.length > 0) return false
  return one.slice(1) === other.slice(1)
}

const ON = /^(?:with|enabled?|use)[-_ ](?<after>[a-z][a-z\d_-]*)$|^(?<before>[a-z][a-z\d_-]*?)[-_ ](?:on|enabled?)$/i
const OFF =
  /^(?:with[-_]?out|disabled?|no|non)[-_ ](?<after>[a-z][a-z\d_-]*)$|^(?<before>[a-z][a-z\d_-]*?)[-_ ](?:off|disabled?)$/i

/** A word with its negation: `nobinlog`, `unpartitioned`. */
const OFF_WORD = /^(?:no|non|un|without)[-_]?(?<setting>[a-z][a-z\d_-]{2,})$/i

function sideOfWord(text: string, off: readonly string[]): string | null {
  const word = text.toLowerCase()
  if (off.includes(word)) return `+${word}`
  const setting = OFF_WORD.exec(word)?.groups?.setting
  return setting === undefined ? null : `-${setting}`
}

/** `+ssl` of `with_ssl` and `-ssl` of `without_ssl`; null for a text that names no side. */
function sideOf(text: string): string | null {
  for (const [sign, pattern] of [['-', OFF] as const, ['+', ON] as const]) {
    const { after, before } = pattern.exec(text)?.groups ?? {}
    const setting = after ?? before
    if (setting !== undefined) return sign + setting.toLowerCase()
  }
  return null
}
