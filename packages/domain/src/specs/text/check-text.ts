import { markdownToHtml } from '../../publish/markdown/markdown-to-html.ts'
import { proseOf } from '../../publish/markdown/prose-of.ts'
import type { RawBlock } from '../anchor/block.ts'

/**
 * Finds problems in a text: sections and headings without text, broken links, placeholders. The author accepts a
 * problem by its sentence.
 */
export function checkText(text: string, blocks: readonly RawBlock[]): string[] {
  return [...emptySections(blocks), ...deadLinks(text), ...unfinished(text), ...unboundNumbers(text)]
}

function emptySections(blocks: readonly RawBlock[]): string[] {
  const found: string[] = []
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'heading') continue
    if (block.text === '') {
      found.push('A heading has no text.')
      continue
    }
    const next = blocks[at + 1]
    if (next === undefined || (next.kind === 'heading' && next.depth <= block.depth)) {
      found.push(`The section "${block.text}" is empty.`)
    }
  }
  return [...new Set(found)]
}

const PREFIX = 'check-'

function deadLinks(text: string): string[] {
  const { html, headings } = markdownToHtml(text, { idPrefix: PREFIX })
  const known = new Set([...headings.map(({ id }) => id), ...[...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)])
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? '')
  return [...new Set(links)]
    .filter((id) => !known.has(id) && !/^check-(?:b\d+|F-\d+)/.test(id))
    .map((id) => `The link to #${id.slice(PREFIX.length)} leads nowhere.`)
}

/** Markdown does not parse a link if its URL has spaces. */
function unboundNumbers(text: string): string[] {
  if (!/\]\(figure:[^)]{0,1000}\s/.test(text)) return []
  const written = proseOf(text).flatMap((words) => words.match(/\[[^\]]{0,1000}\]\(figure:[^)]{0,1000}\)/g) ?? [])
  return [...new Set(written)].map(
    (link) => `The link ${link.slice(0, 150)} has spaces in its address; write it between < and >.`,
  )
}

const UNFINISHED = /\b(?:TODO|TBD|FIXME|XXX)\b/g

function unfinished(text: string): string[] {
  // The exact search is slow, so texts without any placeholder skip it.
  if (text.search(UNFINISHED) < 0) return []
  const marks = new Set(proseOf(text).flatMap((words) => words.match(UNFINISHED) ?? []))
  return [...marks].map((mark) => `The text still says ${mark}.`)
}
