import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/** A cell of an HTML table. Ids repeat in the reports, because they set the color of a cell. */
export type HtmlCell = { text: string; id: string | null }
export type HtmlRow = { line: number; cells: readonly HtmlCell[] }

/** The blocks of a page that a report uses, in order. Lines are 1-based. */
export type HtmlBlock =
  | { kind: 'title'; line: number; text: string }
  | { kind: 'heading'; line: number; id: string | null; text: string }
  | { kind: 'paragraph'; line: number; text: string }
  | { kind: 'preformatted'; line: number; text: string }
  | { kind: 'table'; line: number; rows: readonly HtmlRow[] }

type Node = Tree.Node
type Element = Tree.Element

/**
 * Titles, headings, paragraphs, tables and preformatted text of a page, in order. The page is parsed as browsers do, so
 * unquoted attributes and missing end tags are accepted. Nothing of the page is displayed or executed. Never throws.
 */
export function htmlBlocks(html: string): HtmlBlock[] {
  const blocks: HtmlBlock[] = []
  const pending: Node[] = [parse(html, { sourceCodeLocationInfo: true })]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const block = isElement(node) ? blockOf(node) : null
    if (block !== null) blocks.push(block)
    // Without a doctype a table does not end the preceding paragraph, so paragraphs and headings may contain tables.
    if (block === null || block.kind === 'paragraph' || block.kind === 'heading') {
      pending.push(...childrenOf(node).toReversed())
    }
  }
  return blocks
}

function blockOf(element: Element): HtmlBlock | null {
  const line = lineOf(element)
  switch (element.tagName) {
    case 'title':
      return { kind: 'title', line, text: textOf(element).trim() }
    case 'h1':
    case 'h2':
    case 'h3':
      return { kind: 'heading', line, id: attribute(element, 'id'), text: textOf(element).trim() }
    case 'p':
      return { kind: 'paragraph', line, text: textOf(element).trim() }
    case 'pre': {
      // The newline after <pre> is not part of its text.
      const [first] = childrenOf(element)
      const start =
        first !== undefined && 'sourceCodeLocation' in first ? first.sourceCodeLocation?.startLine : undefined
      const text = textOf(element)
      return { kind: 'preformatted', line: (start ?? line) + (start === line ? 1 : 0), text }
    }
    case 'table':
      return { kind: 'table', line, rows: rowsOf(element) }
    default:
      return null
  }
}

function rowsOf(table: Element): HtmlRow[] {
  const rows: HtmlRow[] = []
  const pending: Node[] = [...childrenOf(table)].reverse()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!isElement(node) || node.tagName === 'table') continue
    if (node.tagName !== 'tr') {
      pending.push(...childrenOf(node).toReversed())
      continue
    }
    const cells = childrenOf(node).flatMap((cell): HtmlCell[] => {
      if (!isElement(cell) || (cell.tagName !== 'td' && cell.tagName !== 'th')) return []
      return [{ text: textOf(cell).trim(), id: attribute(cell, 'id') }]
    })
    if (cells.length > 0) rows.push({ line: lineOf(node), cells })
  }
  return rows
}

/** Elements that are separate blocks or have no text. */
const NO_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'table', 'pre'])

function textOf(element: Element): string {
  let text = ''
  const pending: Node[] = [...childrenOf(element)].reverse()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value
    else if (!NO_TEXT.has(node.nodeName)) pending.push(...childrenOf(node).toReversed())
  }
  return text
}

const isElement = (node: Node): node is Element => 'tagName' in node
const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : [])
const lineOf = (element: Element): number => element.sourceCodeLocation?.startLine ?? 1
const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null
