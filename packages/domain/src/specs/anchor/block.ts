import { z } from 'zod'

export const BLOCK_KINDS = ['heading', 'paragraph', 'item', 'row', 'code', 'figure', 'math'] as const

/**
 * A block of a text that comments and links can refer to: a heading, paragraph, list item, table row, code, formula.
 */
export const Block = z.object({
  /** Id that stays the same across edits and moves; it is never reused within the spec. */
  id: z.string(),
  kind: z.enum(BLOCK_KINDS),
  /** Level of a heading, the number of `#`; 0 for other blocks. */
  depth: z.int(),
  /** Offset in the source, in characters. */
  start: z.int(),
  end: z.int(),
  /** Rendered text without markup, with single spaces. */
  text: z.string(),
})
export type Block = z.infer<typeof Block>

/** A block that has no id yet. */
export type RawBlock = Omit<Block, 'id'>
