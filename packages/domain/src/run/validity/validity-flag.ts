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

/** A reason to doubt one result, with the values that caused it. */
export type ValidityFlag = {
  code: FlagCode
  text: string
  /** Names of the affected metrics; absent when the flag concerns the result as a whole. */
  metrics?: readonly string[]
}

type Described = { word: string; severity: Severity; about: string }

/** Two words for a flag, what follows from it, and the rule. Pages and docs/validity.md are made from this table. */
export const VALIDITY_FLAGS: Readonly<Record<FlagCode, Described>> = {
  invalidated: {
    word: 'invalidated',
    severity: 'excludes',
    about: 'a person excluded the run or result, with a reason',
  },
  failed: { word: 'failed', severity: 'excludes', about: 'the tool or its exit status reports that the test failed' },
  'check-failed': { word: 'check failed', severity: 'excludes', about: 'the benchmark’s own consistency check failed' },
  'missed-target': {
    word: 'missed target',
    severity: 'excludes',
    about: 'the background rate is below 95% of its target',
  },
  'ignored-errors': { word: 'errors ignored', severity: 'excludes', about: 'the client met errors and went on' },
  reconnected: { word: 'reconnected', severity: 'excludes', about: 'connections were lost and opened again' },
  'not-steady': {
    word: 'not steady',
    severity: 'excludes',
    about: 'interval samples of the measured part show a trend or a change of level by more than 5%',
  },
  'too-short': { word: 'too short', severity: 'excludes', about: 'measured for less than 30 seconds' },
  oversubscribed: { word: 'oversubscribed', severity: 'excludes', about: 'more connections than cores' },
  'no-core-left': {
    word: 'no core left',
    severity: 'notes',
    about: 'as many connections as cores, so that background work takes theirs',
  },
  steal: { word: 'steal', severity: 'excludes', about: 'the hypervisor took more than 1% of the CPU' },
  'double-counted': {
    word: 'counted twice',
    severity: 'excludes',
    about: 'a combined device (md, dm) and its members were added up; only metrics of storage are in doubt',
  },
  'since-boot': {
    word: 'since boot',
    severity: 'excludes',
    about: 'an average includes the first sample, which is that since boot; only this metric is in doubt',
  },
  'coordinated-omission': {
    word: 'stall hidden',
    severity: 'excludes',
    about:
      'a client that waited for the longest response sent nothing meanwhile, so this quantile is at least twice as large at an even rate; only this metric is in doubt',
  },
}

/** True when results with this flag are left out of means and bands. */
export const excludes = (code: string): boolean =>
  Object.hasOwn(VALIDITY_FLAGS, code) && VALIDITY_FLAGS[code as FlagCode].severity === 'excludes' // hasOwn is the proof.

/** Sorts by importance; flags of equal importance keep their order. */
export function sortFlags<T extends { code: FlagCode }>(badges: readonly T[]): T[] {
  return badges.toSorted((a, b) => FLAG_CODES.indexOf(a.code) - FLAG_CODES.indexOf(b.code))
}
