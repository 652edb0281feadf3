import { writeComparisonAddress } from '../../publish/report/comparison-address.ts'
import type { Figure, TextProblem } from '../../publish/report/figure-block.ts'
import { readReportText } from '../../publish/report/report-text.ts'
import type { Block } from '../anchor/block.ts'

/** A figure block in the text of a spec. */
export type TextFigure = {
  /** Position among the figures, from 1. */
  number: number
  /** Line of the opening fence, from 1. */
  line: number
  /** Null if the block is invalid. */
  figure: Figure | null
  problems: readonly TextProblem[]
  /** Id of its block; null if Markdown does not parse it as a block of its own. */
  block: string | null
}

/** The figures of a text in document order: fenced blocks of the language `assay`, as in reports. */
export function figuresInText(text: string, blocks: readonly Pick<Block, 'id' | 'kind' | 'start'>[]): TextFigure[] {
  if (!text.includes('assay')) return []
  const byLine = new Map<number, string>()
  const starts = blocks.filter(({ kind }) => kind === 'figure')
  let [line, at] = [1, 0]
  for (const { id, start } of starts) {
    for (let next = text.indexOf('\n', at); next >= 0 && next < start; next = text.indexOf('\n', at)) {
      line++
      at = next + 1
    }
    byLine.set(line, id)
  }
  let number = 0
  return readReportText(text).flatMap((part) => {
    if (part.kind === 'markdown') return []
    const { figure, problems, line: opening } = part
    const isRead = problems.length === 0
    return {
      number: ++number,
      line: opening,
      figure: isRead ? figure : null,
      problems,
      block: byLine.get(opening) ?? null,
    }
  })
}

/** A figure of an earlier revision with the id of its frozen content. */
export type FrozenFigureOf = Pick<TextFigure, 'figure'> & { id: string | null }

/**
 * Frozen content that the figures of a text take over from the previous revision; null for new figures. Figures with
 * the same comparison are matched by name, then by order. A whole study page does not match a single table of it.
 */
export function reuseFrozenFigures(
  figures: readonly TextFigure[],
  before: readonly FrozenFigureOf[],
): (string | null)[] {
  return figures.map(({ figure }) => {
    if (figure === null) return null
    const address = writeComparisonAddress(figure.address)
    const same = before.filter(
      (one) =>
        one.id !== null &&
        one.figure !== null &&
        one.figure.page === figure.page &&
        writeComparisonAddress(one.figure.address) === address,
    )
    const named = same.find((one) => one.figure?.name === figure.name)
    return (named ?? same[0])?.id ?? null
  })
}
