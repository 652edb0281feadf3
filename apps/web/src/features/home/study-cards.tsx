import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Study } from '@assay/domain/compare/studies'
import Link from 'next/link'
import { comparePath } from '../../paths.ts'
import card from '../../ui/card.module.css'
import style from './study-cards.module.css'

/** Comparisons that the data allows, each a link to its table. */
export function StudyCards({ project, studies }: { project: string; studies: readonly Study[] }) {
  return (
    <ul className={card.grid}>
      {studies.map((study) => (
        <li key={study.name}>
          <Link href={comparePath(project, toQuery(study.comparison))} className={style.card} prefetch={false}>
            <strong>{study.title}</strong>
            <span className={style.about}>{study.sentence}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
