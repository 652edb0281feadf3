/** Validity flags of a result, in the order of importance in which they are listed. */
export const FLAG_CODES = [
  'invalidated',
  'failed',
  'check-failed',
  'missed-target',
  'ignored-errors',
  'reconnected',
  'not-steady',
  'too-short',
  'oversubscribed',
  'no-core-left',
  'steal',
  'double-counted',
  'since-boot',
  'coordinated-omission',
] as const
export type FlagCode = (typeof FLAG_CODES)[number]

/** `excludes`: the result is shown and left out of means, bands and verdicts. `notes`: the flag is only shown. */
export type Severity = 'excludes' | 'notes'

/** Flags that are only shown; all others exclude the result. */
const NOTES: ReadonlySet<string> = new Set<FlagCode>(['no-core-left'])
const CODES: ReadonlySet<string> = new Set(FLAG_CODES)

export const severityOf = (code: FlagCode): Severity => (NOTES.has(code) ? 'notes' : 'excludes')

/** True when results with this flag are left out of means and bands. */
export const excludes = (code: string): boolean => CODES.has(code) && !NOTES.has(code)
