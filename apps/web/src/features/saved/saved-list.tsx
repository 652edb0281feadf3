import { comparePath, savedPath } from '../../paths.ts'
import type { SavedComparison } from '../../trpc/api-types.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import style from './saved-list.module.css'
import { SourceLink } from './source-link.tsx'

type Props = { project: string; saved: readonly SavedComparison[] }

/** The saved comparisons of a project. */
export function SavedList({ project, saved }: Props) {
  return (
    <>
      <PageHeader
        title="Saved comparisons"
        summary={`${countOf(saved.length, 'comparison')}, each with its source and summary. Numbers are from current results.`}
      />
      {saved.length === 0 ? (
        <EmptyState title="No saved comparisons yet">
          <p>
            Open <a href={comparePath(project)}>a comparison</a> and choose Save.
          </p>
        </EmptyState>
      ) : (
        <ul className={style.list}>
          {saved.map(({ id, slug, title, about, source }) => (
            <li key={id}>
              <h2>
                <a href={savedPath(project, slug)}>{title}</a>
              </h2>
              {about && <p>{about}</p>}
              {source && (
                <p className={style.source}>
                  Source: <SourceLink source={source} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
