import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { chunksOf } from '../../specs/anchor/blocks.ts'

/** The fields of a remark node that are read here. */
type Node = { type: string; value?: string; children?: Node[] }

const CHUNK_CHARACTERS = 60_000
const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath)

/**
 * The prose of a Markdown text: the visible words of each paragraph, heading and cell, without code, formulas and URLs.
 * A `�` stands for text that is left out between words.
 */
export const proseOf = (text: string): string[] =>
  // Every node of remark may have these fields; remark's own types are a union of thirty.
  chunksOf(text, CHUNK_CHARACTERS).flatMap(({ source }) => collect(parser.parse(source) as Node))

const READ = new Set(['paragraph', 'heading', 'tableCell'])

const collect = (node: Node): string[] =>
  READ.has(node.type) ? [wordsOf(node)] : (node.children ?? []).flatMap(collect)

const wordsOf = ({ type, value, children }: Node): string =>
  type === 'text' ? (value ?? '') : children === undefined ? '\ufffd' : children.map(wordsOf).join('')
