import { err, ok, type Result } from '../result.ts'
import type { Block } from './anchor/block.ts'
import type { Placement } from './anchor/re-anchor.ts'
import type { Feedback } from './feedback.ts'

type Text = { text: string; blocks: readonly Block[] }

/**
 * The Markdown of a spec with the suggested words in place of the quoted ones.
 *
 * @returns a sentence when the quoted words were edited, or when they contain markup and cannot be replaced safely
 */
export function applySuggestion(
  { text, blocks }: Text,
  { anchor, suggestion }: Pick<Feedback, 'anchor' | 'suggestion'>,
  placement: Placement | null,
): Result<string, string> {
  if (suggestion === null) return err('It suggests no other words.')
  if (anchor.rest !== undefined) return err('The words are in several paragraphs. Edit the text by hand.')
  const block = blocks.find(({ id }) => id === placement?.block)
  if (placement === null || placement.state === 'detached' || block === undefined) {
    return err('The words were removed from the text. Edit it by hand.')
  }
  if (block.text.slice(placement.start, placement.end) !== anchor.quote) {
    return err('The words were edited since the comment. Edit the text by hand.')
  }
  const source = text.slice(block.start, block.end)
  const places = placesOf(source, anchor.quote)
  const rendered = placesOf(block.text, anchor.quote)
  const place = places[rendered.findIndex(({ start }) => start === placement.start)]
  // With another number of places, some of the words are hidden in markup, and the right place is not known.
  if (places.length !== rendered.length || place === undefined) {
    return err('The words contain markup. Edit the text by hand.')
  }
  const replaced = `${source.slice(0, place.start)}${suggestion}${source.slice(place.end)}`
  return ok(`${text.slice(0, block.start)}${replaced}${text.slice(block.end)}`)
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
