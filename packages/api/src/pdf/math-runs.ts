import type { DefaultTreeAdapterTypes } from 'parse5'
import type { Run } from './content.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const isElement = (node: Node | undefined): node is Element => node !== undefined && 'tagName' in node
const partsOf = (node: Element) => node.childNodes.filter(isElement)

/** Formats a formula on one line: fractions with a slash, powers as superscripts. @param math MathML of KaTeX */
export function mathRuns(math: Element): Run[] {
  return partsOf(math).flatMap(runsOf)
}

function runsOf(node: Element): Run[] {
  const parts = partsOf(node)
  const [first, second, third] = parts
  switch (node.tagName) {
    case 'annotation':
      return []
    case 'mi': {
      const text = textOf(node)
      // A single letter is a variable; several letters are a name such as log.
      return text.length > 1
        ? [{ text: ` ${text}` }]
        : [{ text, ...(node.attrs.length === 0 ? { italics: true } : {}) }]
    }
    case 'mo': {
      const text = textOf(node)
      // The invisible operator of function application; it is replaced by a space.
      if (text === '\u2061') return [{ text: ' ' }]
      return [{ text: /^[=<>≤≥≠≈≪≫∈→←⇒+×·÷±⊕⊗∼]$/.test(text) ? ` ${text} ` : text }]
    }
    case 'mfrac':
      return [...inParentheses(first), { text: '/' }, ...inParentheses(second)]
    case 'msqrt':
      return [{ text: '√' }, ...grouped(parts.flatMap(runsOf))]
    case 'mroot':
      return [...raised(second), { text: '√' }, ...inParentheses(first)]
    case 'msup':
    case 'mover':
      return scripted(first, raised(second))
    case 'msub':
    case 'munder':
      return scripted(first, lowered(second))
    case 'msubsup':
    case 'munderover':
      return scripted(first, [...lowered(second), ...raised(third)])
    case 'mtr':
      return [
        ...parts.flatMap((cell, index) => [...(index > 0 ? [{ text: '  ' }] : []), ...runsOf(cell)]),
        { text: '; ' },
      ]
    case 'mspace':
      return [{ text: ' ' }]
    default:
      return parts.length > 0 ? parts.flatMap(runsOf) : [{ text: textOf(node) }]
  }
}

/** Moves the space after a function's name behind its index. */
function scripted(base: Element | undefined, scripts: Run[]): Run[] {
  const runs = all(base)
  return runs.at(-1)?.text === ' ' ? [...runs.slice(0, -1), ...scripts, { text: ' ' }] : [...runs, ...scripts]
}

const all = (node: Element | undefined) => (node === undefined ? [] : runsOf(node))
const raised = (node: Element | undefined): Run[] => all(node).map((run) => ({ ...run, sup: true }))
const lowered = (node: Element | undefined): Run[] => all(node).map((run) => ({ ...run, sub: true }))
const inParentheses = (node: Element | undefined) => grouped(all(node))

/** Adds parentheses to a text that is not only letters and digits. */
function grouped(runs: Run[]): Run[] {
  const text = runs.map((run) => run.text).join('')
  return /^[\p{L}\p{N}.,]*$/u.test(text) ? runs : [{ text: '(' }, ...runs, { text: ')' }]
}

function textOf(node: Element): string {
  return node.childNodes
    .map((child) => ('value' in child ? child.value : isElement(child) ? textOf(child) : ''))
    .join('')
}
