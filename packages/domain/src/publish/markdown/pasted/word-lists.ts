import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'
import { styleOf } from './style-of.ts'

type Item = { level: number; isOrdered: boolean; start: number; content: ElementContent[] }

const MAX_LEVEL = 9

/**
 * Makes lists of Word's paragraphs. Word writes an item as a paragraph with the style `mso-list:l0 level2 lfo1`, which
 * begins with its mark in a span of the style `mso-list:Ignore`. Its titles become headings.
 */
export function wordLists() {
  return (tree: Root): void => {
    visit(tree, 'element', (node) => {
      if (node.tagName === 'p' && classesOf(node).includes('MsoTitle')) node.tagName = 'h1'
    })
    visit(tree, (node) => {
      if (node.type === 'root') node.children = withLists(node.children)
      // A cell or a section of the page can have lists as well.
      else if (node.type === 'element' && node.children.some((child) => levelOf(child) > 0)) {
        node.children = withLists(node.children)
      }
    })
  }
}

function withLists<T extends RootContent>(children: readonly T[]): (T | Element)[] {
  const out: (T | Element)[] = []
  let items: Item[] = []
  const flush = () => {
    if (items.length > 0) out.push(...listsOf(items))
    items = []
  }
  for (const child of children) {
    const level = levelOf(child)
    if (level > 0 && child.type === 'element') items.push(itemOf(child, level))
    // Comments and line breaks between two items do not end a list.
    else if (items.length === 0 || child.type === 'element' || (child.type === 'text' && child.value.trim() !== '')) {
      flush()
      out.push(child)
    }
  }
  flush()
  return out
}

function levelOf(node: RootContent): number {
  if (node.type !== 'element' || node.tagName !== 'p') return 0
  const level = /\blevel(\d)/.exec(styleOf(node).get('mso-list') ?? '')?.[1]
  return level === undefined ? 0 : Math.min(Number(level), MAX_LEVEL)
}

function itemOf(paragraph: Element, level: number): Item {
  let mark = ''
  visit(paragraph, 'element', (node, index, parent) => {
    if (styleOf(node).get('mso-list') !== 'ignore' || parent === undefined || index === undefined) return
    mark = textOf(node).replaceAll(/\s/g, '')
    parent.children.splice(index, 1)
    return index
  })
  // The mark "o" is a bullet of the second level.
  const isOrdered = /^\(?(?:\d+|[a-z]{1,4})[.)]$/i.test(mark)
  return { level, isOrdered, start: Number.parseInt(mark.replace('(', ''), 10) || 1, content: paragraph.children }
}

/** Items of one level follow each other in one list; deeper ones are in a list within the item before them. */
function listsOf(items: readonly Item[]): Element[] {
  const lists: Element[] = []
  const open: { level: number; list: Element }[] = []
  for (const { level, isOrdered, start, content } of items) {
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    const tagName = isOrdered ? 'ol' : 'ul'
    const last = open.at(-1)
    const item: Element = { type: 'element', tagName: 'li', properties: {}, children: content }
    if (last?.level === level && last.list.tagName === tagName) {
      last.list.children.push(item)
      continue
    }
    if (last?.level === level) open.pop()
    const list: Element = { type: 'element', tagName, properties: start > 1 ? { start } : {}, children: [item] }
    const above = open.at(-1)?.list.children.at(-1)
    if (above?.type === 'element') above.children.push(list)
    else lists.push(list)
    open.push({ level, list })
  }
  return lists
}

const classesOf = ({ properties: { className } }: Element): readonly (string | number)[] =>
  Array.isArray(className) ? className : []
