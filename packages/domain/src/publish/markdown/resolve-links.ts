import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'

/** Returns the address for a link or an image; null when the reader cannot open it. */
export type ResolveLink = (address: string) => string | null

/** Changes the addresses of links and images that a text has for another place; a link without one becomes its text. */
export function resolveLinks({ resolve }: { resolve: ResolveLink | null }) {
  return (tree: Root): void => {
    if (resolve === null) return
    visit(tree, 'element', (node, index, parent) => {
      const name = node.tagName === 'a' ? 'href' : node.tagName === 'img' ? 'src' : null
      const address = name === null ? undefined : node.properties[name]
      if (name === null || typeof address !== 'string' || parent === undefined || index === undefined) return
      const resolved = resolve(address)
      if (resolved !== null) {
        node.properties[name] = resolved
        return
      }
      const text: Element['children'] =
        name === 'href' ? node.children : [{ type: 'text', value: String(node.properties.alt ?? '') }]
      parent.children.splice(index, 1, ...text)
      return index + text.length
    })
  }
}
