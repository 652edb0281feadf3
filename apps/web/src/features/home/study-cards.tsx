import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Study } from '@assay/domain/compare/study'
import Link from 'next/link'
import { FigureThumbnail } from '../../charts/figure-thumbnail.tsx'
import card from '../../ui/card.module.css'
import { studyHref } from '../studies/study-href.ts'
import style from './study-cards.module.css'
import { KIND_TITLES } from './study-kind-titles.ts'

type Props = { project: string; studies: readonly Study[] }

/** Comparisons that the data allows, each a link to its page or table; those of one kind share a card. */
export function StudyCards({ project, studies }: Props) {
  const byKind = Map.groupBy(studies, ({ kind }) => kind)
  return (
    <ul className={card.grid}>
      {[...byKind].map(([kind, [first, ...others]]) => (
        <li key={kind} id={kind}>
          {first !== undefined && others.length === 0 ? (
            <OneStudy project={project} study={first} />
          ) : (
            <SeveralStudies project={project} title={KIND_TITLES[kind]} studies={byKind.get(kind) ?? []} />
          )}
        </li>
      ))}
    </ul>
  )
}

function OneStudy({ project, study }: { project: string; study: Study }) {
  return (
    <Link href={studyHref(project, study)} className={style.card} prefetch={false}>
      <Figure project={project} study={study} />
      <strong>{study.title}</strong>
      <span className={style.about}>{study.sentence}</span>
    </Link>
  )
}

/** Studies of one kind that a card lists; the others unfold below them. */
const MAX_LISTED = 6

function SeveralStudies({ project, title, studies }: Props & { title: string }) {
  const [first] = studies
  const [listed, rest] = [studies.slice(0, MAX_LISTED), studies.slice(MAX_LISTED)]
  return (
    <div className={style.several}>
      {first !== undefined && <Figure project={project} study={first} />}
      <strong>{title}</strong>
      <StudyLinks project={project} studies={listed} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <StudyLinks project={project} studies={rest} />
        </details>
      )}
    </div>
  )
}

const StudyLinks = ({ project, studies }: Props) => (
  <ul>
    {studies.map((study) => (
      <li key={study.name}>
        <Link href={studyHref(project, study)} prefetch={false} title={study.sentence}>
          {study.title}
        </Link>
      </li>
    ))}
  </ul>
)

/** The lead figure of a study; a profile is a flame graph and has none. */
const Figure = ({ project, study: { kind, comparison } }: { project: string; study: Study }) =>
  kind === 'profiles' ? null : <FigureThumbnail project={project} query={toQuery(comparison)} />
