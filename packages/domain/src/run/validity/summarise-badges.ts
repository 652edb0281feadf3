import { BADGES, type Badge, type BadgeCode, type Severity, sortBadges } from './badge.ts'

/** One kind of badge in a run: how many of its results have it, and what is said of the first. */
export type BadgeSummary = {
  code: BadgeCode
  word: string
  severity: Severity
  about: string
  results: number
  /** Place of the first of them. */
  first: number
  /** Text of all flags of this kind, or of the first when they differ. */
  text: string
  same: boolean
}

/** The badges of the results of a run by kind, by importance. */
export function summariseBadges(results: readonly { badges: readonly Badge[] }[]): BadgeSummary[] {
  const all = results.flatMap(({ badges }, result) => badges.map((badge) => ({ ...badge, result })))
  return [...Map.groupBy(sortBadges(all), ({ code }) => code)].map(([code, own]) => ({
    code,
    ...BADGES[code],
    results: new Set(own.map(({ result }) => result)).size,
    first: own[0]?.result ?? 0,
    text: own[0]?.text ?? '',
    same: own.every(({ text }) => text === own[0]?.text),
  }))
}
