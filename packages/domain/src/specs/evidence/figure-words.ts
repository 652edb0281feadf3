import { sentenceText } from '../../compare/tldr/tldr.ts'
import type { Figure } from '../../publish/report/figure-block.ts'
import { tldrOf } from '../../publish/share/figure-elements.ts'
import type { SharedFigure } from '../../publish/share/shared-content.ts'
import { evidenceGrid } from './evidence-grid.ts'

/** The searchable text of a figure: its title and caption, tl;dr, and the axes of its tables. */
export function figureWords(figure: Figure | null, frozen: SharedFigure): string {
  const { title, runs } = frozen
  const names = evidenceGrid(frozen).tables.flatMap(({ key, metric, columns, groups }) => [
    key.label,
    metric,
    ...columns.map(({ label }) => label),
    ...groups.flatMap(({ name, rows }) => [name ?? '', ...rows.map(({ label }) => label)]),
  ])
  const measured = runs.flatMap(({ product, version, hardware, benchmark }) => [product, version, hardware, benchmark])
  return [
    title ?? '',
    figure?.caption ?? '',
    ...tldrOf(frozen).sentences.map(sentenceText),
    [...new Set([...names, ...measured])].filter((name) => name !== '').join(', '),
  ]
    .filter((part) => part !== '')
    .join('\n')
}
