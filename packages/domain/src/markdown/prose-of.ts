import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { chunksOf } from '../anchor/blocks.ts'

/** What is used of the tree that remark makes. */
type Node = { type: string; value?: string; children?: Node[] }

const CHUNK_CHARACTERS = 60_000
const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath)

/**
 * What a text of Markdown says in words: of each paragraph, heading and cell what is read, without code, formulas and
 * addresses. Where such a piece stood between words is a `�`.
 */
export const proseOf = (text: string): string[] =>
  // Every node of remark has these fields or lacks them; its own types are a union of thirty.
  chunksOf(text, CHUNK_CHARACTERS).flatMap(({ source }) => collect(parser.parse(source) as Node))

const READ = new Set(['paragraph', 'heading', 'tableCell'])

const collect = (node: Node): string[] =>
  READ.has(node.type) ? [wordsOf(node)] : (node.children ?? []).flatMap(collect)

const wordsOf = ({ type, value, children }: Node): string =>
  type === 'text' ? (value ?? '') : children === undefined ? '\ufffd' : children.map(wordsOf).join('')
