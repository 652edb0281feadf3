import { specChangesPath, specPath } from '../../paths.ts'
import type { SpecRevisionSummary } from '../../trpc/answers.ts'
import { formatDate } from '../../ui/format-date.ts'
import style from './spec-screen.module.css'

type Props = { project: string; name: string; revisions: readonly SpecRevisionSummary[] }

/** Each revision, newest first, with who made it and why. */
export function SpecRevisions({ project, name, revisions }: Props) {
  return (
    <section aria-labelledby="revisions" className={style.revisions}>
      <h2 id="revisions">Revisions</h2>
      <ul>
        {revisions.map((one) => (
          <li key={one.number}>
            <a href={specPath(project, name, one.number)}>Revision {one.number}</a>
            {`, ${one.author.name}, ${formatDate(one.madeAt)}: ${one.note}`}
            {one.number > 1 && (
              <>
                {' · '}
                <a
                  href={specChangesPath(project, name, { from: one.number - 1, to: one.number })}
                  aria-label={`Changes of revision ${one.number}`}
                >
                  changes
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
