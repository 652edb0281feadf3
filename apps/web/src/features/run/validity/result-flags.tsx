import { excludes } from '@assay/domain/run/validity/flag-severity'
import { VALIDITY_FLAGS } from '@assay/domain/run/validity/validity-flag'
import type { ResultDetails } from '../../../trpc/api-types.ts'
import { Badge } from '../../../ui/badge.tsx'
import style from './result-flags.module.css'

type Props = Pick<ResultDetails, 'badges'> & {
  /**
   * Texts of flags that most results of the run have. The head of the page explains them, so their short names are
   * enough here.
   */
  shared: ReadonlySet<string>
}

/** Validity flags of one result, with their values. */
export function ResultFlags({ badges, shared }: Props) {
  if (badges.length === 0) return null
  return (
    <ul className={style.badges}>
      {badges.map(({ code, text }) => (
        <li key={`${code} ${text}`}>
          <Badge tone={excludes(code) ? 'warn' : 'plain'}>{VALIDITY_FLAGS[code].word}</Badge>{' '}
          {shared.has(text) ? '' : text}
        </li>
      ))}
    </ul>
  )
}

/** Returns the flag texts that more than half of the results have; empty when the run has one result. */
export function sharedFlagTexts(results: readonly Pick<ResultDetails, 'badges'>[]): ReadonlySet<string> {
  const texts = results.flatMap(({ badges }) => [...new Set(badges.map(({ text }) => text))])
  const counts = Map.groupBy(texts, (text) => text)
  const isUsual = ({ length }: readonly string[]) => length > 1 && length > results.length / 2
  return new Set([...counts].filter(([, found]) => isUsual(found)).map(([text]) => text))
}
