import { alignBlocks } from '../anchor/align-blocks.ts'
import type { RawBlock } from '../anchor/block.ts'
import { wordsLeft } from '../anchor/words.ts'

/** Maximum share of words of a resolved spec that may change without a new round. */
export const EDITORIAL_SHARE = 0.02
const HELD: ReadonlySet<RawBlock['kind']> = new Set(['heading', 'row', 'figure', 'math', 'code'])

/** Targets of the links, images and bound numbers of a text, in their order; no reader sees them as words. */
export const linkTargets = (text: string): string =>
  [...text.matchAll(/\]\(\s*(<[^>\n]*>|[^\s)]+)|^[ \t]*\[[^\]\n]+\]:\s*(\S+)|<(https?:[^>\s]+)>/gm)]
    .map(([, inline, reference, bare]) => inline ?? reference ?? bare)
    .join('\n')

/**
 * Reasons why the changes of a resolved spec are more than editorial; empty when they are editorial.
 *
 * @param before the text that was resolved, so that many small changes together are measured
 */
export function notEditorial(before: readonly RawBlock[], after: readonly RawBlock[]): string[] {
  const problems: string[] = []
  const held = (blocks: readonly RawBlock[]) =>
    blocks.filter(({ kind }) => HELD.has(kind)).map(({ kind, depth, text }) => `${kind} ${depth} ${text}`)
  if (held(before).join('\n') !== held(after).join('\n')) {
    problems.push('Headings, tables, formulas, code and evidence stay as they were resolved.')
  }
  const { pairs } = alignBlocks(before, after)
  const words = (text: string) => text.split(' ').length
  const total = before.reduce((sum, { text }) => sum + words(text), 0)
  let changed = 0
  const paired = { before: new Set<number>(), after: new Set<number>() }
  for (const pair of pairs) {
    paired.before.add(pair.before)
    paired.after.add(pair.after)
    const [a, b] = [before[pair.before]?.text ?? '', after[pair.after]?.text ?? '']
    if (a !== b) changed += Math.ceil((1 - wordsLeft(a, b)) * words(a) + (1 - wordsLeft(b, a)) * words(b))
  }
  for (const [at, { text }] of before.entries()) if (!paired.before.has(at)) changed += words(text)
  for (const [at, { text }] of after.entries()) if (!paired.after.has(at)) changed += words(text)
  if (changed > Math.max(5, EDITORIAL_SHARE * total)) {
    problems.push(`${changed} words differ from the text that was resolved, more than ${100 * EDITORIAL_SHARE}%.`)
  }
  return problems
}
