import type { Anchor } from '../spec.ts'

/**
 * The quoted text of feedback as reviewers saw it: the marked text, or for a figure its caption or name, because only
 * authors see the source of a figure block.
 */
export function shownQuote({ kind, quote, part }: Pick<Anchor, 'kind' | 'quote' | 'part'>): string {
  if (kind !== 'figure' || quote === '') return quote
  return part === undefined ? figureName(quote) : `${figureName(quote)}: ${part}`
}

function figureName(quote: string): string {
  const caption = optionOf(quote, 'caption')
  if (caption !== null) return caption
  const name = optionOf(quote, 'name')
  return name === null ? `The figure of ${quote.split(' ')[0] ?? ''}` : `The figure “${name}”`
}

/**
 * Value of an option in a figure block whose lines were joined: the text up to the next option or the end of the block.
 */
function optionOf(block: string, option: string): string | null {
  const value = new RegExp(`(?:^| )${option} ?: ?(.*?)(?= (?:name|show|tables|charts|rows|caption) ?: ?|$)`, 'i').exec(
    block,
  )?.[1]
  return value === undefined || value === '' ? null : value
}
