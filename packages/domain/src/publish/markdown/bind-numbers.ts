import type { Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'
import type { BoundLink, BoundState } from '../../specs/evidence/evidence.ts'
import { BOUND_SCHEME } from '../../specs/evidence/find-cell.ts'

/** Display of a number that is bound to a cell: its link and its note. */
export type DrawnNumber = {
  /** URL within the page; null without a target. */
  href: string | null
  state: BoundState
  title: string
  note: string
}

/**
 * Resolves links such as `figure:sort#row/column` in a sanitized tree: to bound numbers if the page has the figures,
 * otherwise to plain text. Notes are attributes, so that the text does not change.
 */
export function bindNumbers({ draw }: { draw: ((link: BoundLink) => DrawnNumber | null) | null }) {
  return (tree: Root): void => {
    visit(tree, 'element', (node, index, parent) => {
      const { href } = node.properties
      if (node.tagName !== 'a' || typeof href !== 'string' || !href.startsWith(BOUND_SCHEME)) return
      const drawn = draw?.({ text: textOf(node).trim(), href }) ?? null
      if (drawn === null) {
        if (parent === undefined || index === undefined) return
        parent.children.splice(index, 1, ...node.children)
        return index
      }
      if (drawn.href === null) node.tagName = 'span'
      node.properties = {
        ...(drawn.href === null ? {} : { href: drawn.href }),
        title: drawn.title,
        dataNumber: drawn.state,
        ...(drawn.note === '' ? {} : { dataNote: drawn.note }),
      }
    })
  }
}
