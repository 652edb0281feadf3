import type { Figure } from '../report/figure-block.ts'
import type { FrozenFigure } from '../report/frozen-figure.ts'
import { sentenceText } from '../tldr/tldr.ts'

/** By which search finds a figure: its title and caption, what it says in short, and what its tables compare. */
export function figureWords(figure: Figure | null, { title, grid, tldr, runs }: FrozenFigure): string {
  const names = grid.tables.flatMap(({ key, metric, columns, groups }) => [
    key.label,
    metric,
    ...columns.map(({ label }) => label),
    ...groups.flatMap(({ name, rows }) => [name ?? '', ...rows.map(({ label }) => label)]),
  ])
  const measured = runs.flatMap(({ product, version, hardware, benchmark }) => [product, version, hardware, benchmark])
  return [
    title ?? '',
    figure?.caption ?? '',
    ...tldr.sentences.map(sentenceText),
    [...new Set([...names, ...measured])].filter((name) => name !== '').join(', '),
  ]
    .filter((part) => part !== '')
    .join('\n')
}
