import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'

export type BlockIds = {
  /** Ids by the offset at which a block begins in this text. */
  idAt: ReadonlyMap<number, string>
  /** Ids of headings by their slugs in links: `#goals`. */
  bySlug: Pick<ReadonlyMap<string, string>, 'get'>
  /** Ids of feedback by block, for links from the block to it. */
  feedback: ReadonlyMap<string, readonly string[]>
  /** Numbers of figures by block id; `withFigures` inserts the figures later. */
  figures?: ReadonlyMap<string, number>
}

/** Sets the permanent ids of blocks on their elements, and makes links to headings use them. */
export function assignBlockIds({ blocks, idPrefix }: { blocks: BlockIds | null; idPrefix: string }) {
  return (tree: Root): void => {
    if (blocks === null) return
    const placed = new Set<string>()
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName === 'a') leadToBlock(node, blocks, idPrefix)
      const id = blocks.idAt.get(node.position?.start.offset ?? -1)
      if (id === undefined || placed.has(id) || !MARKED.has(node.tagName)) return
      placed.add(id)
      const figure = blocks.figures?.get(id)
      if (figure !== undefined && node.tagName === 'pre') {
        node.tagName = 'div'
        // A figure inside a list or a quote stays inside.
        const name = parent?.type === 'root' ? 'dataFigure' : 'dataInnerFigure'
        node.properties = { id, dataBlock: id, [name]: String(figure) }
        node.children = []
        markFeedback(node, blocks.feedback.get(id) ?? [])
        return
      }
      const [code] = node.children
      const isFormula =
        node.tagName === 'pre' && code?.type === 'element' && String(code.properties.className).includes('math-display')
      if (!isFormula || parent === undefined || index === undefined) {
        node.properties.id = id
        node.properties.dataBlock = id
        markFeedback(node, blocks.feedback.get(id) ?? [])
        return
      }
      // The formula renderer replaces this element, so the id goes on a wrapper.
      const around: Element = { type: 'element', tagName: 'div', properties: { id, dataBlock: id }, children: [node] }
      parent.children[index] = around
      return index + 1
    })
  }
}

/** Appends links to feedback at the end of its block. */
function markFeedback(node: Element, ids: readonly string[]): void {
  if (ids.length === 0 || node.tagName === 'pre') return
  const cell = node.tagName === 'tr' ? node.children.findLast((child) => child.type === 'element') : node
  const into = cell?.type === 'element' ? cell : node
  for (const id of ids) {
    const text = { type: 'text' as const, value: id }
    into.children.push({
      type: 'element',
      tagName: 'a',
      properties: { href: `#${id}`, dataFeedback: '' },
      children: [text],
    })
  }
}

const MARKED = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'li', 'tr', 'pre'])

function leadToBlock(node: Element, { bySlug }: BlockIds, idPrefix: string): void {
  const { href } = node.properties
  if (typeof href !== 'string' || !href.startsWith(`#${idPrefix}`)) return
  const name = href.slice(1 + idPrefix.length)
  // Links may also use permanent ids of blocks, comments and responses.
  const id = bySlug.get(decoded(name)) ?? (/^(?:b\d+|F-\d+(?:\.\d+)?)$/.test(name) ? name : undefined)
  if (id !== undefined) node.properties.href = `#${id}`
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
