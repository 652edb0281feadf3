import type { TextProblem } from '@assay/domain/publish/report/figure-block'
import { Notice } from '../../ui/notice.tsx'

/** What stands where a figure is not understood: for its author, with the line. */
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
