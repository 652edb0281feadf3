import { writeComparisonAddress } from '../../publish/report/comparison-address.ts'
import type { Figure, TextProblem } from '../../publish/report/figure-block.ts'
import { readReportText } from '../../publish/report/report-text.ts'
import type { Block } from '../anchor/block.ts'

/** A figure block in the text of a spec. */
export type TextFigure = {
  /** Counted from 1. */
  number: number
  /** Line of the opening fence, counted from 1. */
  line: number
  /** Null where it could not be read. */
  figure: Figure | null
  problems: readonly TextProblem[]
  /** The block that it is; null where a reader of Markdown sees no figure. */
  block: string | null
}

/** The figures of a text in their order: fenced blocks of the language `assay`, as in reports. */
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
 * The frozen content that each figure of a text takes over from the previous revision; null for new figures. Figures
 * with the same comparison are matched by name first, then by order. A whole page of a study does not match a table of
 * it.
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
