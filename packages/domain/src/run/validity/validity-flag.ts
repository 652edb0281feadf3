import { FLAG_CODES, type FlagCode } from './flag-severity.ts'

/** A reason to doubt one result, with the values that caused it. */
export type ValidityFlag = {
  code: FlagCode
  text: string
  /** Names of the affected metrics; absent when the flag concerns the result as a whole. */
  metrics?: readonly string[]
}

type Described = { word: string; about: string }

/** Two words for a flag, and the rule. Pages and docs/validity.md are made from this table. */
export const VALIDITY_FLAGS: Readonly<Record<FlagCode, Described>> = {
  invalidated: {
    word: 'invalidated',
    about: 'a person excluded the run or result, with a reason',
  },
  failed: { word: 'failed', about: 'the tool or its exit status reports that the test failed' },
  'check-failed': { word: 'check failed', about: 'the benchmark’s own consistency check failed' },
  'missed-target': {
    word: 'missed target',
    about: 'the background rate is below 95% of its target',
  },
  'ignored-errors': { word: 'errors ignored', about: 'the client met errors and went on' },
  reconnected: { word: 'reconnected', about: 'connections were lost and opened again' },
  'not-steady': {
    word: 'not steady',
    about: 'interval samples of the measured part show a trend or a change of level by more than 5%',
  },
  'too-short': { word: 'too short', about: 'measured for less than 30 seconds' },
  oversubscribed: { word: 'oversubscribed', about: 'more connections than cores' },
  'no-core-left': {
    word: 'no core left',
    about: 'as many connections as cores, so that background work takes theirs',
  },
  steal: { word: 'steal', about: 'the hypervisor took more than 1% of the CPU' },
  'double-counted': {
    word: 'counted twice',
    about: 'a combined device (md, dm) and its members were added up; only metrics of storage are in doubt',
  },
  'since-boot': {
    word: 'since boot',
    about: 'an average includes the first sample, which is that since boot; only this metric is in doubt',
  },
  'coordinated-omission': {
    word: 'stall hidden',
    about:
      'a client that waited for the longest response sent nothing meanwhile, so this quantile is at least twice as large at an even rate; only this metric is in doubt',
  },
}

/** Sorts by importance; flags of equal importance keep their order. */
export function sortFlags<T extends { code: FlagCode }>(badges: readonly T[]): T[] {
  return badges.toSorted((a, b) => FLAG_CODES.indexOf(a.code) - FLAG_CODES.indexOf(b.code))
}
