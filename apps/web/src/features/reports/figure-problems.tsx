import type { TextProblem } from '@assay/domain/publish/report/figure-block'
import { Notice } from '../../ui/notice.tsx'

/** Errors of a figure with their lines, shown to its author in place of the figure. */
export function FigureProblems({ problems }: { problems: readonly TextProblem[] }) {
  return (
    <Notice title="This figure is not shown.">
      <ul>
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            Line {line}: {message}.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
