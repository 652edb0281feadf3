/** Maximum length of a Markdown text, which no real report has exceeded. */
export const MARKDOWN_MAX_CHARACTERS = 100_000

const MAX_DEPTH = 20
const MAX_INDENT = 80
/**
 * Maximum pairs of marks in a paragraph, because a parser tries each mark with each earlier one; this takes half a
 * second on a small server.
 */
const MAX_MARK_PAIRS = 10_000_000
/** Maximum pairs of a line and a container that it is in, because each line costs as much as its quotes and lists. */
const MAX_NESTED_PAIRS = 6_000_000
/**
 * Maximum cells of tables, because rows are padded to the width of their table and a few characters can create many.
 */
const MAX_TABLE_CELLS = 50_000
/** Maximum characters of repeated definitions, because each use of a reference link repeats its definition. */
const MAX_REPEATED_CHARACTERS = 2_000_000

/**
 * The reason why a text is not rendered as Markdown, or null. Rendering time can grow with the square of some counts,
 * and nesting uses stack, so both are limited first. Real texts are far below the limits. Counts are upper bounds,
 * because paragraphs are recognized only by empty lines.
 */
export function markdownProblem(text: string): string | null {
  if (text.length > MARKDOWN_MAX_CHARACTERS) {
    const [length, limit] = [text.length, MARKDOWN_MAX_CHARACTERS].map((count) => count.toLocaleString('en-US'))
    return refusal(`It has ${length} characters, and ${limit} are the limit`)
  }
  const lines = text.split(/\r\n|\r|\n/)
  const deep = lines.findIndex(isDeep)
  if (deep >= 0) return refusal(`Line ${deep + 1} is nested deeper than ${MAX_DEPTH} levels of quotes or lists`)
  if (nestedPairs(lines) > MAX_NESTED_PAIRS) return refusal('It has thousands of quotes or list items')
  const blocks = blocksOf(lines)
  if (sum(blocks.map(markPairs)) > MAX_MARK_PAIRS) return refusal('A paragraph holds thousands of * _ ~ or ]')
  if (sum(blocks.map(tableCells)) > MAX_TABLE_CELLS) {
    return refusal(`Its tables have more than ${MAX_TABLE_CELLS.toLocaleString('en-US')} cells`)
  }
  if (longestDefinition(blocks) * count(text, /\]/g) > MAX_REPEATED_CHARACTERS) {
    return refusal('A long link by reference is used too often')
  }
  return null
}

const refusal = (reason: string) => `${reason}, so this text is shown as it was written.`

/** Splits a text at empty lines into paragraphs and other blocks. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines) {
    if (/^[\s>]*$/.test(line)) blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks
}

const MARKERS = /^(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/

const markersOf = (line: string) => MARKERS.exec(line)?.[0] ?? ''
const depthOf = (line: string) => count(markersOf(line), /[>+*.)-]/g)

/** Detects deep nesting by markers on one line, or by indentation. */
function isDeep(line: string): boolean {
  if (depthOf(line) > MAX_DEPTH) return true
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
  return indent > MAX_INDENT && depthOf(line) > 0
}

function nestedPairs(lines: readonly string[]): number {
  const depths = lines.map(depthOf).filter((depth) => depth > 0)
  return depths.length * sum(depths)
}

function markPairs(block: readonly string[]): number {
  let marks = 0
  for (const line of block) marks += count(line.slice(markersOf(line).length), /[*_~\]]/g)
  return marks ** 2
}

function tableCells(block: readonly string[]): number {
  let columns = 0
  for (const line of block) if (/^[\s>|:+*.\d)-]*$/.test(line)) columns = Math.max(columns, count(line, /\|/g) + 1)
  return columns < 2 ? 0 : columns * block.length
}

function longestDefinition(blocks: readonly string[][]): number {
  let longest = 0
  for (const block of blocks) {
    let length = 0
    for (const line of block) {
      if (/^[\s>+*.\d)-]*\[(?!\^)/.test(line)) length = 1
      if (length === 0) continue
      length += line.length
      longest = Math.max(longest, length)
    }
  }
  return longest
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
