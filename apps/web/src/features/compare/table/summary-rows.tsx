import { formatRatio, MISSING } from '@assay/domain/compare/format-cell'
import type { GridGroup, GroupSummary } from '@assay/domain/compare/grid'
import style from './compare-table.module.css'

type Line = { name: string; about: string; text: (summary: NonNullable<GroupSummary>) => string }

const LINES: readonly Line[] = [
  {
    name: 'geometric mean',
    about: 'The average of ratios: an arithmetic mean would depend on which side is the base',
    text: ({ geometricMean }) => formatRatio(geometricMean),
  },
  { name: 'median', about: 'The middle ratio of the group', text: ({ median }) => formatRatio(median) },
  {
    name: 'range',
    about: 'The smallest and the largest ratio of the group',
    text: ({ min, max }) => `${formatRatio(min)} – ${formatRatio(max)}`,
  },
]

/** What the ratios of a group say together, hidden rows included. */
export function SummaryRows({ group }: { group: GridGroup }) {
  return LINES.map(({ name, about, text }) => (
    <tr key={name} className={style.summary}>
      <th scope="row" title={about}>
        {name}
      </th>
      {group.summaries.map((summary, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a column is what identifies it here
        <td key={column}>{summary === null ? MISSING : text(summary)}</td>
      ))}
    </tr>
  ))
}
