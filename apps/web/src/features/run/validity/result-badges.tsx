import { BADGES } from '@assay/domain/validity/badge'
import type { ResultDetails } from '../../../trpc/answers.ts'
import { Badge } from '../../../ui/badge.tsx'
import style from './result-badges.module.css'

/** What speaks against one result, with its numbers. */
export function ResultBadges({ badges }: Pick<ResultDetails, 'badges'>) {
  if (badges.length === 0) return null
  return (
    <ul className={style.badges}>
      {badges.map(({ code, text }) => (
        <li key={`${code} ${text}`}>
          <Badge tone={BADGES[code].severity === 'excludes' ? 'warn' : 'plain'}>{BADGES[code].word}</Badge> {text}
        </li>
      ))}
    </ul>
  )
}
