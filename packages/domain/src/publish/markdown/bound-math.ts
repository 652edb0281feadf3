import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'

const MAX_CHARACTERS = 2000
/** Maximum characters of all formulas of a text; each formula counts as EACH more than its length. */
const MAX_TOTAL = 30_000
const EACH = 25
/** Commands that define macros, with which a few characters can expand to a million. */
const DEFINING = /\\(?:[egx]?def|(?:re|provide)?newcommand|providecommand|let|futurelet|global|long|char)(?![a-zA-Z])/

/** Shows formulas as code if they are slow to render or exceed the limit of a text. */
export function boundMath() {
  return (tree: Root): void => {
    let left = MAX_TOTAL
    visit(tree, 'element', (node) => {
      if (!classesOf(node).some((name) => name === 'math-inline' || name === 'math-display')) return
      const text = node.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
      left -= text.length + EACH
      if (left < 0 || text.length > MAX_CHARACTERS || DEFINING.test(text)) node.properties = {}
    })
  }
}

function classesOf({ properties: { className } }: Element): readonly (string | number)[] {
  return Array.isArray(className) ? className : []
}
