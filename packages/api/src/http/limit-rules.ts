/** The names of the limits; `upload-bytes` and `upload-runs` are the quotas of a day. */
export type LimitName =
  | 'sign-in'
  | 'sign-up'
  | 'password-check'
  | 'second-factor'
  | 'share-password'
  | 'leaked-tokens'
  | 'mail-reply'
  | 'invitation'
  | 'organization'
  | 'project'
  | 'upload'
  | 'upload-bytes'
  | 'upload-runs'
  | 'export'
  | 'api'
  | 'page'

/**
 * The subject that requests are counted for. `address-email`: attempts on one account from one address. `browser`: a
 * browser in which the account signed in before.
 */
export type SubjectKind = 'address' | 'email' | 'address-email' | 'browser' | 'token' | 'person' | 'project' | 'share'

/** A budget of `count` requests or bytes that refills evenly within `seconds`. */
export type LimitRule = { count: number; seconds: number }

export type LimitRules = Record<LimitName, Partial<Record<SubjectKind, LimitRule>>>

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const GB = 1e9

/**
 * Far above normal use of people and runners, and far below the load with which one of them could slow down the others.
 */
export const DEFAULT_LIMITS: LimitRules = {
  'sign-in': {
    address: { count: 50, seconds: 15 * MINUTE },
    'address-email': { count: 10, seconds: 15 * MINUTE },
    email: { count: 100, seconds: 15 * MINUTE },
    browser: { count: 20, seconds: 15 * MINUTE },
  },
  'sign-up': { address: { count: 20, seconds: HOUR }, email: { count: 5, seconds: HOUR } },
  // A strength takes up to 0.1 s to compute.
  'password-check': { address: { count: 60, seconds: 15 * MINUTE } },
  'second-factor': {
    address: { count: 50, seconds: 15 * MINUTE },
    person: { count: 20, seconds: HOUR },
    browser: { count: 10, seconds: 15 * MINUTE },
  },
  'share-password': { address: { count: 20, seconds: 15 * MINUTE }, share: { count: 100, seconds: 15 * MINUTE } },
  'leaked-tokens': { address: { count: 60, seconds: MINUTE } },
  'mail-reply': { email: { count: 20, seconds: HOUR } },
  invitation: { person: { count: 100, seconds: HOUR } },
  organization: { person: { count: 10, seconds: DAY } },
  project: { person: { count: 50, seconds: DAY } },
  upload: {
    token: { count: 12_000, seconds: MINUTE },
    person: { count: 600, seconds: MINUTE },
    project: { count: 24_000, seconds: MINUTE },
  },
  'upload-bytes': {
    token: { count: 50 * GB, seconds: DAY },
    person: { count: 50 * GB, seconds: DAY },
    project: { count: 100 * GB, seconds: DAY },
  },
  'upload-runs': { token: { count: 500_000, seconds: DAY }, project: { count: 1_000_000, seconds: DAY } },
  export: {
    address: { count: 120, seconds: MINUTE },
    token: { count: 300, seconds: MINUTE },
    person: { count: 120, seconds: MINUTE },
  },
  api: {
    address: { count: 1_200, seconds: MINUTE },
    token: { count: 6_000, seconds: MINUTE },
    person: { count: 2_400, seconds: MINUTE },
  },
  // A page may prefetch dozens of the pages that it links to.
  page: { address: { count: 3_000, seconds: MINUTE } },
}

/** No limits at all; for tests and harnesses. */
export const NO_LIMITS: LimitRules = {
  'sign-in': {},
  'sign-up': {},
  'password-check': {},
  'second-factor': {},
  'share-password': {},
  'leaked-tokens': {},
  'mail-reply': {},
  invitation: {},
  organization: {},
  project: {},
  upload: {},
  'upload-bytes': {},
  'upload-runs': {},
  export: {},
  api: {},
  page: {},
}

const SECONDS: Record<string, number> = { s: 1, m: MINUTE, h: HOUR, d: DAY }

/**
 * Returns the default limits with the changes of ASSAY_LIMITS: `off`, or changes separated by spaces, such as
 * `api.address=600/m`, `sign-in.email=5/15m`, `upload-bytes.token=200000000000/d`, `page.address=off`.
 *
 * @throws Error that names the wrong change and the valid choices.
 */
export function readLimits(text: string): LimitRules {
  const changes = text.trim().split(/\s+/).filter(Boolean)
  if (changes.length === 1 && changes[0] === 'off') return NO_LIMITS
  const rules = structuredClone(DEFAULT_LIMITS)
  for (const change of changes) {
    const match = /^([a-z-]+)\.([a-z-]+)=(?:(off)|(\d+)\/(\d*)([smhd]))$/.exec(change)
    const [, name = '', kind = '', off, count, times, unit = ''] = match ?? []
    const known = Object.entries(rules).find(([one]) => one === name)?.[1]
    const rule = Object.entries(known ?? {}).find(([one]) => one === kind)
    if (known === undefined || rule === undefined) throw new Error(`ASSAY_LIMITS: ${change} is not understood. ${HELP}`)
    if (off === undefined && Number(count) < 1) throw new Error(`ASSAY_LIMITS: ${change} allows no request. ${HELP}`)
    const seconds = Number(times || '1') * (SECONDS[unit] ?? MINUTE)
    // The kind is a key of this rule, because it was found among its keys.
    if (off === undefined) known[kind as SubjectKind] = { count: Number(count), seconds }
    else delete known[kind as SubjectKind]
  }
  return rules
}

const HELP = `Write NAME.SUBJECT=COUNT/PERIOD or NAME.SUBJECT=off, such as api.address=600/m; docs/security.md lists them.`
