import type { Study } from '@assay/domain/compare/study'
import { studiesPath } from '../../paths.ts'
import { studyHref } from '../studies/study-href.ts'
import style from './saved-links.module.css'
import { KIND_TITLES } from './study-kind-titles.ts'

/** A link for each kind of study: to its only study, or to its card among all studies. */
export function StudyKindLinks({ project, studies }: { project: string; studies: readonly Study[] }) {
  return (
    <ul className={style.list}>
      {[...Map.groupBy(studies, ({ kind }) => kind)].map(([kind, [first, ...others]]) => (
        <li key={kind}>
          {first !== undefined && others.length === 0 ? (
            <a href={studyHref(project, first)} title={first.sentence}>
              {first.title}
            </a>
          ) : (
            <a href={`${studiesPath(project)}#${kind}`}>
              {KIND_TITLES[kind]} ({others.length + 1})
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
