import { specPath } from '../../paths.ts'
import type { SpecPage } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Notice } from '../../ui/notice.tsx'
import style from './spec-outcome.module.css'

/** A notice above a spec that is no longer active: the reason and its successor. */
export function SpecEnded({ project, page: { spec, successor } }: { project: string; page: SpecPage }) {
  const { ended } = spec
  if (ended === null) return null
  const { reason, by, at } = ended
  return (
    <div className={style.ended}>
      <Notice
        title={
          successor === null ? (
            'Withdrawn.'
          ) : (
            <>
              Superseded by{' '}
              <a href={specPath(project, successor.name)}>{`${successor.name} ${successor.title}`.trim()}</a>
            </>
          )
        }
      >
        {reason}{' '}
        <span className={style.when}>
          {by.name}, <time dateTime={at}>{formatDate(at)}</time>
        </span>
      </Notice>
    </div>
  )
}
