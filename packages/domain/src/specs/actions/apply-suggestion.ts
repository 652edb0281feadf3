import { err, ok, type Result } from '../../result.ts'
import type { Block } from '../anchor/block.ts'
import type { Placement } from '../anchor/re-anchor.ts'
import { type Feedback, feedbackName } from '../feedback.ts'

type Text = { text: string; blocks: readonly Block[] }
type Suggested = Pick<Feedback, 'anchor' | 'suggestion'>
type Replacement = { start: number; end: number; words: string }

/**
 * The Markdown of a spec with the suggested words in place of the quoted ones.
 *
 * @returns a sentence when the quoted words were edited, or when they contain markup and cannot be replaced safely
 */
export function applySuggestion(of: Text, suggested: Suggested, placement: Placement | null): Result<string, string> {
  const found = replacementOf(of, suggested, placement)
  return found.ok ? ok(replaced(of.text, [found.value])) : found
}

/**
 * The Markdown with several suggestions, of which each replaces words of the same text.
 *
 * @returns one sentence for each suggestion that cannot be applied, or that replaces words of another one
 */
export function applySuggestions(
  of: Text,
  suggested: readonly (Suggested & { number: number; placement: Placement | null })[],
): Result<string, { number: number; problem: string }[]> {
  const problems: { number: number; problem: string }[] = []
  const accepted: (Replacement & { number: number })[] = []
  for (const { number, placement, ...one } of suggested) {
    const found = replacementOf(of, one, placement)
    if (!found.ok) {
      problems.push({ number, problem: found.error })
      continue
    }
    const { start, end } = found.value
    const other = accepted.find((before) => start < before.end && before.start < end)
    if (other === undefined) accepted.push({ ...found.value, number })
    else problems.push({ number, problem: `It replaces words that ${feedbackName(other.number)} replaces as well.` })
  }
  return problems.length === 0 ? ok(replaced(of.text, accepted)) : err(problems)
}

/** From the end to the beginning, so that the positions of the others stay right. */
const replaced = (text: string, all: readonly Replacement[]): string =>
  [...all]
    .sort((a, b) => b.start - a.start)
    .reduce((made, { start, end, words }) => `${made.slice(0, start)}${words}${made.slice(end)}`, text)

function replacementOf(
  { text, blocks }: Text,
  { anchor, suggestion }: Suggested,
  placement: Placement | null,
): Result<Replacement, string> {
  if (suggestion === null) return err('The comment contains no suggestion.')
  if (anchor.rest !== undefined) return err('The selected text spans several paragraphs. Edit the spec by hand.')
  const block = blocks.find(({ id }) => id === placement?.block)
  if (placement === null || placement.state === 'detached' || block === undefined) {
    return err('The selected text was removed from the spec. Edit the spec by hand.')
  }
  if (block.text.slice(placement.start, placement.end) !== anchor.quote) {
    return err('The selected text was edited after the comment. Edit the spec by hand.')
  }
  const ranges = placesOf(text.slice(block.start, block.end), anchor.quote)
  const rendered = placesOf(block.text, anchor.quote)
  const range = ranges[rendered.findIndex(({ start }) => start === placement.start)]
  // With another number of places, some of the words are hidden in markup, and the right place is not known.
  if (ranges.length !== rendered.length || range === undefined) {
    return err('The selected text contains markup. Edit the spec by hand.')
  }
  return ok({ start: block.start + range.start, end: block.start + range.end, words: suggestion })
}

/** Positions of words in a text, whose lines may be wrapped between the words. */
function placesOf(text: string, words: string): { start: number; end: number }[] {
  const pattern = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+')
  if (pattern === '') return []
  return [...text.matchAll(new RegExp(pattern, 'g'))].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }))
}
