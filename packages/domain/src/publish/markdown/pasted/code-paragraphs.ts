import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'

/**
 * Makes one block of code of paragraphs that follow each other and are in a monospaced font as a whole. A word
 * processor has no other way to write code.
 */
export function codeParagraphs() {
  return (tree: Root): void => {
    tree.children = merged(tree.children)
  }
}

function merged<T extends RootContent>(children: readonly T[]): (T | Element)[] {
  const out: (T | Element)[] = []
  let lines: string[] = []
  const flush = () => {
    if (lines.length > 0) out.push(codeBlock(lines))
    lines = []
  }
  for (const child of children) {
    const line = lineOf(child)
    if (line !== null) lines.push(line)
    else if (lines.length === 0 || child.type !== 'text' || child.value.trim() !== '') {
      flush()
      out.push(
        child.type === 'element' && child.tagName === 'div' ? { ...child, children: merged(child.children) } : child,
      )
    }
  }
  flush()
  return out
}

function lineOf(node: RootContent): string | null {
  if (node.type !== 'element') return null
  if (node.tagName === 'pre') return textOf(node).replace(/\n$/, '')
  if (node.tagName !== 'p') return null
  const content = node.children.filter((child) => isBreak(child) || textOfLine(child).trim() !== '')
  const isCode = (child: ElementContent) => child.type === 'element' && (child.tagName === 'code' || isBreak(child))
  return content.length > 0 && content.every(isCode) && content.some((child) => textOfLine(child) !== '')
    ? node.children.map(textOfLine).join('').trimEnd()
    : null
}

const isBreak = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'br'

function textOfLine(node: ElementContent): string {
  if (isBreak(node)) return '\n'
  if (node.type === 'element') return node.children.map(textOfLine).join('')
  return node.type === 'comment' ? '' : textOf(node)
}

const codeBlock = (lines: readonly string[]): Element => ({
  type: 'element',
  tagName: 'pre',
  properties: {},
  children: [
    { type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value: `${lines.join('\n')}\n` }] },
  ],
})
