import { Notice } from '../../../ui/notice.tsx'

/** Lists the parameters of the address that were ignored; nothing when there are none. */
export function ParameterProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <Notice title="Some parameters of the address are not valid and were ignored.">
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}.</li>
        ))}
      </ul>
    </Notice>
  )
}
