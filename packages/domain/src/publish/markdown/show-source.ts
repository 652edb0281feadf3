import type { MarkdownNode } from './parse-markdown.ts'

/** Nodes that a renderer leaves out or moves: raw HTML, definitions of links, and footnotes. */
export const HIDDEN_TYPES: readonly string[] = ['html', 'definition', 'footnoteDefinition', 'footnoteReference']

const FLOW_PARENTS = ['root', 'blockquote', 'listItem']

/**
 * Shows raw HTML, definitions and footnotes as they were written, so that no word of a text is left out: in
 * `List<int>` a Markdown parser reads HTML.
 */
export function showSource() {
  return (tree: MarkdownNode, file: { toString: () => string }): void => show(tree, file.toString())
}

function show(node: MarkdownNode, source: string): void {
  if (node.children === undefined) return
  node.children = node.children.map((child): MarkdownNode => {
    if (!HIDDEN_TYPES.includes(child.type)) {
      show(child, source)
      return child
    }
    const value = source.slice(child.position?.start.offset, child.position?.end.offset)
    const text = { type: 'text', value }
    return FLOW_PARENTS.includes(node.type) ? { type: 'paragraph', children: [text] } : text
  })
}
