import { FigureThumbnail } from '../../charts/figure-thumbnail.tsx'
import { comparePath, savedPath } from '../../paths.ts'
import type { SavedComparison } from '../../trpc/api-types.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import style from '../../ui/figure-list.module.css'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SourceLink } from './source-link.tsx'

type Props = { project: string; saved: readonly SavedComparison[] }

/** The saved comparisons of a project. */
export function SavedList({ project, saved }: Props) {
  return (
    <>
      <PageHeader
        title={saved.length === 0 ? 'Saved comparisons' : countOf(saved.length, 'saved comparison')}
        summary="Each with its source and summary. Numbers are from current results."
      />
      {saved.length === 0 ? (
        <EmptyState title="No saved comparisons yet">
          <p>
            Open <a href={comparePath(project)}>a comparison</a> and choose Save.
          </p>
        </EmptyState>
      ) : (
        <ul className={style.list}>
          {saved.map(({ id, slug, title, about, source, query }) => (
            <li key={id}>
              <FigureThumbnail project={project} query={query} />
              <div>
                <h2>
                  <a href={savedPath(project, slug)}>{title}</a>
                </h2>
                {about && <p>{about}</p>}
                {source && (
                  <p className={style.facts}>
                    Source: <SourceLink source={source} />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
