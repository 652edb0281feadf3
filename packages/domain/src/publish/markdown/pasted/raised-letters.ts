import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'
import { styleOf } from './style-of.ts'

const PLAIN = '0123456789+-=()'
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'

/**
 * Writes raised and lowered letters as text, because Markdown has no mark for them, and without one 10⁶ would become
 * 106. Digits have Unicode letters of their own; other text gets `^` or `_`.
 */
export function raisedLetters() {
  return (tree: Root): void => {
    visit(tree, 'element', (node) => {
      const position = positionOf(node)
      const text = textOf(node)
      // The mark of a footnote has brackets already.
      if (position === null || text.trim() === '' || text.startsWith('[')) return
      node.tagName = 'span'
      node.properties = {}
      node.children = [{ type: 'text', value: written(text, position) }]
    })
  }
}

type Position = 'raised' | 'lowered'

function positionOf(node: Element): Position | null {
  const align = styleOf(node).get('vertical-align')
  if (node.tagName === 'sup' || align === 'super') return 'raised'
  return node.tagName === 'sub' || align === 'sub' ? 'lowered' : null
}

function written(text: string, position: Position): string {
  const letters = Array.from(position === 'raised' ? RAISED : LOWERED)
  const found = Array.from(text, (letter) => letters[PLAIN.indexOf(letter === '−' ? '-' : letter)])
  if (found.every((letter) => letter !== undefined)) return found.join('')
  const mark = position === 'raised' ? '^' : '_'
  return text.length === 1 ? `${mark}${text}` : `${mark}(${text})`
}
