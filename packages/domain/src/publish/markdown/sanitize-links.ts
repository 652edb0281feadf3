import type { Element, ElementContent, Root } from 'hast'
import { visit } from 'unist-util-visit'

const REL = 'noopener nofollow ugc'
/** Placeholder origin for this server, which no text contains. */
const OWN = 'https://own.invalid'

/**
 * Makes links and images of a sanitized tree safe. Links within the text get the prefix of ids; other links hide the
 * referrer and are not followed by search engines. An image of another host becomes a link, because loading it would
 * reveal readers to that host.
 */
export function sanitizeLinks({ idPrefix }: { idPrefix: string }) {
  return (tree: Root): void => {
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName === 'a') holdLink(node, idPrefix)
      if (node.tagName !== 'img' || parent === undefined || index === undefined) return
      if (isOwn(node.properties.src)) node.properties.loading = 'lazy'
      else parent.children[index] = imageAsText(node, parent.type === 'element' && parent.tagName === 'a')
    })
  }
}

function holdLink(node: Element, idPrefix: string): void {
  const { href } = node.properties
  if (typeof href !== 'string') return
  if (href.startsWith('#')) node.properties.href = href === '#' ? href : `#${idPrefix}${href.slice(1)}`
  else node.properties.rel = REL
}

function imageAsText({ properties: { src, alt } }: Element, isInLink: boolean): ElementContent {
  const name = typeof alt === 'string' && alt !== '' ? alt : 'image'
  const text = { type: 'text' as const, value: typeof src === 'string' ? `${name} (image)` : name }
  if (isInLink || typeof src !== 'string') return text
  return { type: 'element', tagName: 'a', properties: { href: src, rel: REL }, children: [text] }
}

/** Resolves URLs as browsers do: `//host`, `/\host` and tabs within a scheme lead to other hosts. */
function isOwn(src: unknown): boolean {
  return typeof src === 'string' && URL.canParse(src, OWN) && new URL(src, OWN).origin === OWN
}
