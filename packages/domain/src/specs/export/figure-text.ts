import { sentenceText } from '../../compare/tldr/tldr.ts'
import { escapeMarkdown } from '../../publish/markdown/escape-markdown.ts'
import { drawFigure, figureMarkdown } from '../../publish/report/drawn-figure.ts'
import type { Figure } from '../../publish/report/figure-block.ts'
import type { FrozenStudy } from '../../publish/report/frozen-figure.ts'
import { elementsMarkdown } from '../../publish/share/elements-text.ts'
import { figureElements, tldrOf } from '../../publish/share/figure-elements.ts'
import type { SharedFigure } from '../../publish/share/shared-content.ts'
import { sharedLine } from '../evidence/shared-line.ts'

/** A figure as it is in a Markdown file. */
export type FigureText = { caption: string; markdown: string }

export const NOT_FROZEN: FigureText = {
  caption: 'It is not shown: nothing is frozen that it could show.',
  markdown: '',
}

/** @param origin address of the server, put before links to its pages */
export function figureText(
  figure: Figure,
  frozen: SharedFigure,
  { number, origin }: { number: number; origin: string },
): FigureText {
  const own = figure.caption ?? frozen.title ?? (frozen.format === 2 ? frozen.page.title : '')
  return {
    caption: [own, sharedLine(frozen)].filter((part) => part !== '').join('. '),
    markdown:
      frozen.format === 2
        ? pageMarkdown(frozen, number)
        : figureMarkdown(drawFigure(figure, frozen, { number, origin })),
  }
}

/** The whole page of a study. */
function pageMarkdown(frozen: FrozenStudy, number: number): string {
  const sentences = tldrOf(frozen).sentences.map((one) => `- ${escapeMarkdown(sentenceText(one))}`)
  // Headings of a figure are not headings of the text. Footnotes of every figure start at 1, so they are renamed to be
  // unique in one text.
  const markdown = elementsMarkdown(figureElements(frozen))
    .replaceAll(/^#{2,3} (.*)$/gm, '**$1**')
    .replaceAll(/\[\^(t\d+-\d+)\]/g, `[^f${number}-$1]`)
  return [escapeMarkdown(frozen.page.summary), sentences.join('\n'), markdown]
    .filter((part) => part !== '')
    .join('\n\n')
}
