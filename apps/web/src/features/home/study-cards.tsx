import type { Study } from '@assay/domain/compare/study'
import Link from 'next/link'
import card from '../../ui/card.module.css'
import { studyHref } from '../studies/study-href.ts'
import style from './study-cards.module.css'

/** Comparisons that the data allows, each a link to its page or table. */
export function StudyCards({ project, studies }: { project: string; studies: readonly Study[] }) {
  return (
    <ul className={card.grid}>
      {studies.map((study) => (
        <li key={study.name}>
          <Link href={studyHref(project, study)} className={style.card} prefetch={false}>
            <strong>{study.title}</strong>
            <span className={style.about}>{study.sentence}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
