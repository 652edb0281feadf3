import type { Anchor } from './spec.ts'

/**
 * What feedback is about, in words that a reader saw: the marked words, and of a figure its caption, or its name, for its
 * block in the text is read by nobody but its author.
 */
export function shownQuote({ kind, quote }: Pick<Anchor, 'kind' | 'quote'>): string {
  if (kind !== 'figure' || quote === '') return quote
  const caption = optionOf(quote, 'caption')
  if (caption !== null) return caption
  const name = optionOf(quote, 'name')
  return name === null ? `The figure of ${quote.split(' ')[0] ?? ''}` : `The figure “${name}”`
}

/** Of a block whose lines were joined, as blocks are kept: up to the next option, or its end. */
function optionOf(block: string, option: string): string | null {
  const value = new RegExp(`(?:^| )${option} ?: ?(.*?)(?= (?:name|show|tables|charts|rows|caption) ?: ?|$)`, 'i').exec(
    block,
  )?.[1]
  return value === undefined || value === '' ? null : value
}
