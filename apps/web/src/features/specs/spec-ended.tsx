import { specPath } from '../../paths.ts'
import type { SpecPage } from '../../trpc/answers.ts'
import { Notice } from '../../ui/notice.tsx'

/** Told before the text of a spec that stands no more: why, and what stands in its place. */
export function SpecEnded({ project, page: { spec } }: { project: string; page: SpecPage }) {
  const { ended } = spec
  if (ended === null) return null
  return (
    <Notice title={ended.successor === null ? 'Withdrawn.' : 'Superseded.'}>
      {ended.successor !== null && (
        <>
          By <a href={specPath(project, ended.successor)}>{ended.successor}</a>.{' '}
        </>
      )}
      {ended.reason}
    </Notice>
  )
}
