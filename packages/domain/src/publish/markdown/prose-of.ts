import { chunksOf } from '../../specs/anchor/blocks.ts'
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts'

const CHUNK_CHARACTERS = 60_000

/**
 * The prose of a Markdown text: the visible words of each paragraph, heading and cell, without code, formulas and URLs.
 * A `�` stands for text that is left out between words.
 */
export const proseOf = (text: string): string[] =>
  chunksOf(text, CHUNK_CHARACTERS).flatMap(({ source }) => collect(parseMarkdown(source)))

const READ = new Set(['paragraph', 'heading', 'tableCell'])

const collect = (node: MarkdownNode): string[] =>
  READ.has(node.type) ? [wordsOf(node)] : (node.children ?? []).flatMap(collect)

const wordsOf = ({ type, value, children }: MarkdownNode): string =>
  type === 'text' ? (value ?? '') : children === undefined ? '\ufffd' : children.map(wordsOf).join('')
