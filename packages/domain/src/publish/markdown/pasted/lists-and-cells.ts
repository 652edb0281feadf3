import type { Element, ElementContent, Root } from 'hast'
import { visit } from 'unist-util-visit'

/**
 * Moves lists that stand between items into the item before them, because Google Docs nests lists so, removes the
 * paragraph around the words of an item, which would make the list loose, and puts each cell into one line.
 */
export function listsAndCells() {
  return (tree: Root): void => {
    visit(tree, 'element', (node) => {
      if (node.tagName === 'ul' || node.tagName === 'ol') node.children = withNested(node.children)
      if (node.tagName === 'li') node.children = tightened(node.children)
      if (node.tagName === 'table') withHead(node)
      if (node.tagName === 'td' || node.tagName === 'th') node.children = inOneLine(node.children)
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

/** Cells of Markdown have one line, so paragraphs and lines are separated by a space. */
const inOneLine = (children: readonly ElementContent[]): ElementContent[] =>
  children.flatMap((child) => {
    if (child.type !== 'element') return [child]
    if (child.tagName === 'br') return [SPACE]
    return /^(?:p|div|h[1-6]|ul|ol|li|blockquote)$/.test(child.tagName)
      ? [...inOneLine(child.children), SPACE]
      : [child]
  })

const SPACE: ElementContent = { type: 'text', value: ' ' }

const isParagraph = (node: ElementContent): node is Element => node.type === 'element' && node.tagName === 'p'
