import { type FlagCode, type Severity, severityOf } from './flag-severity.ts'
import { sortFlags, VALIDITY_FLAGS, type ValidityFlag } from './validity-flag.ts'

/** One kind of flag in a run, with the number of its results and the text of the first. */
type FlagSummary = {
  code: FlagCode
  word: string
  severity: Severity
  about: string
  results: number
  /** Index of the first of them. */
  first: number
  /** Text of all flags of this kind, or of the first when they differ. */
  text: string
  same: boolean
}

/** The flags of the results of a run by kind, most important first. */
export function summarizeFlags(results: readonly { badges: readonly ValidityFlag[] }[]): FlagSummary[] {
  const all = results.flatMap(({ badges }, result) => badges.map((flag) => ({ ...flag, result })))
  return [...Map.groupBy(sortFlags(all), ({ code }) => code)].map(([code, own]) => ({
    code,
    ...VALIDITY_FLAGS[code],
    severity: severityOf(code),
    results: new Set(own.map(({ result }) => result)).size,
    first: own[0]?.result ?? 0,
    text: own[0]?.text ?? '',
    same: own.every(({ text }) => text === own[0]?.text),
  }))
}
