import GithubSlugger from 'github-slugger'
import type { Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'

export type Heading = { id: string; depth: number; text: string }

type Options = {
  idPrefix: string
  topLevel: number
  /** Receives the headings in document order. */
  headings: Heading[]
}

/**
 * Sets ids of headings by GitHub's rules, and their levels: `#` becomes `topLevel`, the others follow down to level 6.
 * `depth` is the level that the author wrote.
 */
export function shapeHeadings({ idPrefix, topLevel, headings }: Options) {
  return (tree: Root): void => {
    const slugger = new GithubSlugger()
    visit(tree, 'element', (node) => {
      const depth = Number(/^h([1-6])$/.exec(node.tagName)?.[1] ?? 0)
      if (depth === 0) return
      // The heading of the footnotes already has the id that its footnotes refer to.
      if (node.properties.id !== undefined) {
        node.tagName = `h${Math.min(Math.max(topLevel + 1, 2), 6)}`
        return
      }
      const text = textOf(node).trim()
      const id = `${idPrefix}${slugger.slug(text)}`
      node.properties.id = id
      node.tagName = `h${Math.min(Math.max(depth + topLevel - 1, 2), 6)}`
      headings.push({ id, depth, text })
    })
  }
}
