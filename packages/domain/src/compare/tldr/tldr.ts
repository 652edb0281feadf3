/** Reference to a cell: indexes of table, row (counted across groups) and column. */
export type CellRef = { table: number; row: number; column: number }

/** Text, or a number with its cell; the cell is null if it is not shown. */
export type TldrSegment = string | { number: string; cell: CellRef | null }

export type TldrSentence = {
  parts: readonly TldrSegment[]
  /** Size of the largest change of the sentence, |ln ratio|. */
  effect: number
}

/** Summary of a comparison: sentences derived from its numbers, largest effect first. */
export type Tldr = {
  sentences: readonly TldrSentence[]
  /** Number of sentences that were left out because their effects are smaller. */
  left: number
}

export const NO_TLDR: Tldr = { sentences: [], left: 0 }

export const sentenceText = ({ parts }: Pick<TldrSentence, 'parts'>): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.number)).join('')
