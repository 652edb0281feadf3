import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'

/**
 * Moves lists that stand between items into the item before them, because Google Docs nests lists so, removes the
 * paragraph around the words of an item, which would make the list loose, puts each cell and heading into one line, and
 * makes paragraphs of the terms of a glossary and their definitions.
 */
export function listsAndCells() {
  return (tree: Root): void => {
    visit(tree, 'element', (node) => {
      if (node.tagName === 'ul' || node.tagName === 'ol') node.children = withNested(node.children)
      if (node.tagName === 'li') node.children = tightened(node.children)
      if (node.tagName === 'table') withHead(node)
      if (/^(?:td|th|h[1-6])$/.test(node.tagName)) node.children = inOneLine(node.children)
      if (node.tagName === 'dt') node.children = [{ ...node, tagName: 'strong' }]
      if (node.tagName === 'dt' || node.tagName === 'dd') node.tagName = 'p'
    })
  }
}

function withNested(children: readonly ElementContent[]): ElementContent[] {
  const out: ElementContent[] = []
  for (const child of children) {
    const last = out.findLast((one) => one.type === 'element')
    const isList = child.type === 'element' && (child.tagName === 'ul' || child.tagName === 'ol')
    if (isList && last?.type === 'element' && last.tagName === 'li') last.children.push(child)
    else out.push(child)
  }
  return out
}

function tightened(children: readonly ElementContent[]): ElementContent[] {
  const paragraphs = children.filter(isParagraph)
  return paragraphs.length === 1
    ? children.flatMap((child) => (isParagraph(child) ? child.children : [child]))
    : [...children]
}

/** The first row of a table becomes its head, because Markdown has no table without one. */
function withHead(table: Element): void {
  const row = firstRow(table)
  for (const cell of row?.children ?? []) if (cell.type === 'element' && cell.tagName === 'td') cell.tagName = 'th'
}

function firstRow({ children }: Element): Element | null {
  for (const child of children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'tr') return child
    const row = ['thead', 'tbody'].includes(child.tagName) ? firstRow(child) : null
    if (row !== null) return row
  }
  return null
}

/** Cells and headings of Markdown have one line, so paragraphs, lines and inner cells are separated by a space. */
const inOneLine = (children: readonly ElementContent[]): ElementContent[] =>
  children.flatMap((child) => {
    if (child.type !== 'element') return [child]
    if (child.tagName === 'br') return [SPACE]
    if (child.tagName === 'hr') return [SPACE]
    if (child.tagName === 'pre')
      return textOf(child)
        .trim()
        .split('\n')
        .flatMap((line) => [codeOf(line), SPACE])
    return BLOCKS.test(child.tagName) ? [...inOneLine(child.children), SPACE] : [child]
  })

const BLOCKS = /^(?:p|div|h[1-6]|ul|ol|li|blockquote|table|thead|tbody|tfoot|tr|td|th|dl|dt|dd)$/

const codeOf = (line: string): ElementContent => ({
  ...{ type: 'element', tagName: 'code', properties: {} },
  children: [{ type: 'text', value: line.trim() }],
})

const SPACE: ElementContent = { type: 'text', value: ' ' }

const isParagraph = (node: ElementContent): node is Element => node.type === 'element' && node.tagName === 'p'
