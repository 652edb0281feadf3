import { isPlausibleVersion, joinProducts, PRODUCT_NAMES, type ProductName } from './product-names.ts'
import { readDate } from './read-date.ts'
import type { NamedFact, ReadWords } from './read-name.ts'
import { endsAtSeparator, SEPARATORS } from './separators.ts'

/**
 * Numbers joined by dots, up to the last number that is a whole word: 18.1 in `18.1.40thr`. After a product also with
 * underscores or dashes: 8_0_44. A year with a month is the day after it: 16.4 in `16.4.2025-11-03`.
 */
const DOTTED = new RegExp(
  String.raw`^\d{1,4}(?:\.(?!20\d\d[-_.](?:0[1-9]|1[0-2])[-_.])\d{1,4}){1,3}(?=$|[${SEPARATORS}]|(?:alpha|beta|rc|preview|dev|snapshot|m\d))`,
  'i',
)
const JOINED = /^\d{1,2}(?:([_-])\d{1,2})(?:\1\d{1,3})(?![.\d])/
const TWO_NUMBERS = /^(\d{1,2})[_-]\d{1,2}(?![.\d])/
/**
 * A word that says what the number before it counts, as in `redis-6-nodes` and `pg-16-cores`. A number after a word for
 * clients belongs to this word instead: `pg-16-threads-40`.
 */
const COUNTED = new RegExp(
  String.raw`^[-_ ](?:${[
    '[kmgt]i?b|ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|v?cpus?|v?cores?|sockets?|gpus?|nodes?|hosts?',
    'shards?|replicas?|instances?|workers?|partitions?|disks?|drives?|regions?|zones?|tables?|rows?|keys?|columns?|wh',
    'indexes|warehouses?|queries|runs?|tests?|files?|parts?|jobs?|times|million|billion|ops|iops|percent|pct|x',
  ].join(
    '|',
  )}|(?:threads?|thrds?|thr|clients?|conn(?:ection)?s?|users?|vus?)(?![-_=: ]?\d{1,6}(?![-_.]?\d)))(?![a-z\d])`,
  'i',
)
const PRERELEASE = /^[-_. ]?(?:(?:alpha|beta|rc|preview|devel|dev|snapshot|er|dmr)[-_.]?\d{0,3}|m\d{1,3})(?![a-z\d])/i
/** Tags and branches of Postgres: `REL_18_1`, `REL9_6_24`, `REL_18_BETA1`, `REL_17_STABLE`. */
const POSTGRES_TAG = /^REL_?(\d{1,2}(?:_\d{1,2}){0,2})(?:_((?:BETA|RC|ALPHA)\d{1,2}|STABLE))?(?![a-z\d])/i
/** Commits since a tag, as `git describe` counts them: `v18.1-23-gabc1234`. */
const DESCRIBED = /^-(\d{1,5})-g([0-9a-f]{7,40})(?![a-z\d])/i
/** A day, 3.11.2025, also next to a product. */
const DAY_OF_YEAR = /^\d\d?\.\d\d?\.20[12]\d$/
/** A day without a century, 25.11.12 or 12.11.25, a year, 2025.1, and a fraction, 0.5. Next to a product they are versions. */
const NO_VERSION_ALONE =
  /^(?:0\.\d+$|20\d\d\.|[23]\d\.(?:0[1-9]|1[0-2])\.(?:0[1-9]|[12]\d|3[01])$|(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.[23]\d$)/
/** The number of a build that belongs to a version: `2024.2.1.0-b185`. */
const BUILD_NUMBER = /^-b\d{1,4}(?![.\da-z])/
/** The end of a version as MariaDB prints it: `11.8.6-MariaDB-ubu2404`, `10.6.18-MariaDB-log`. */
const MARIADB_SUFFIX = /^-MariaDB(?:-(?:ubu|deb|el|log|alpine)[\d.]{0,6})*(?![a-z\d])/i
/** Branches of one change, before their commit: `feature_aio-9f8e7d6`. */
const TOPIC_BRANCH =
  /^(?:feature|feat|bugfix|hotfix|fix|topic|wip|perf|refactor)[-_][a-z][\w]*?(?=[-_.@][0-9a-f]{7,12}(?![a-z\d]))/i
const BRANCH = /^(?:main|master|trunk|head|nightly|unstable|devel(?:op(?:ment)?)?)(?![a-z\d])/i
const COMMIT = /^(?:git|sha|commit|g)?[-_]?([0-9a-f]{7,12}|[0-9a-f]{40})(?![a-z\d])/i

/** A product ends before its version, a separator, or a branch that is joined to it: `pgmaster`. */
const AFTER_PRODUCT = /^(?:v?\d|[^a-z]|$|(?:master|trunk|nightly|head|devel)(?![a-z]))/

const fact = (field: string, value: string, confidence: number): NamedFact => ({ field, value, confidence })

/**
 * Reads a product and the version after it, if any: `pg-18.1`, `postgresql18`, `PG18beta1`, `mysql8044`,
 * `rocksdb_10.2`.
 */
export function readProduct(text: string): ReadWords | null {
  const lower = text.toLowerCase()
  const [tag, numbers = '', suffix = ''] = POSTGRES_TAG.exec(text) ?? []
  if (tag !== undefined) {
    const kind = suffix.toLowerCase()
    const version = numbers.replaceAll('_', '.') + (kind === 'stable' ? '-stable' : kind)
    const read = versionPart({ text, from: 0, digits: tag, version, confidence: 0.95 })
    return { ...read, facts: [fact('product', 'PostgreSQL', 0.95), ...read.facts] }
  }
  for (const product of PRODUCT_NAMES) {
    const spelling = product.spellings.find(
      (one) => lower.startsWith(one) && AFTER_PRODUCT.test(lower.slice(one.length)),
    )
    if (spelling === undefined) continue
    const named = fact('product', product.name, 1)
    const version = versionOf(product, text.slice(spelling.length))
    const length = spelling.length + (version?.length ?? 0)
    const isOnlyWord = version === null && product.needsVersion === true
    if (isOnlyWord && !isServiceOf(product.name, text.slice(spelling.length))) continue
    // A number that continues, as in pg-16thr, is not a version; the product is still known.
    if (version === null || !endsAtSeparator(text, length)) return { length: spelling.length, facts: [named] }
    return { length, facts: [named, ...version.facts] }
  }
  return null
}

/** True for a service whose name is followed by the server that it runs: `neon-eu-release-pg17`. */
function isServiceOf(service: string, text: string): boolean {
  const words = text.split(new RegExp(`[${SEPARATORS}]+`)).filter((word) => word !== '')
  return words.some((word) => {
    const named = readProduct(word)?.facts.find(({ field }) => field === 'product')?.value
    return named !== undefined && joinProducts(service, named) === service
  })
}

/** Reads a version from the text that follows a product; null when there is none. */
function versionOf(product: ProductName, text: string): ReadWords | null {
  const { split, majors, revision, sureDigits } = product
  const [lead = ''] = /^(?:[-_. ]?ver(?:sion)?[-_=: ]?|[-_.:@ ]?v?)(?=\d)/i.exec(text) ?? []
  const number = text.slice(lead.length)
  if (readDate(number) !== null) return null
  const from = lead.length
  for (const pattern of [DOTTED, JOINED]) {
    const [digits] = pattern.exec(number) ?? []
    if (digits === undefined) continue
    const version = digits.replace(/[_-]/g, '.')
    const [ofVendor = ''] = revision?.exec(number.slice(digits.length)) ?? []
    const isPlausible = isPlausibleVersion(product.name, version) && !DAY_OF_YEAR.test(version)
    const isCount = pattern === JOINED && COUNTED.test(number.slice(digits.length))
    const confidence = !isPlausible || isCount ? DOUBTFUL : pattern === DOTTED ? 1 : 0.85
    return versionPart({ text, from, digits: digits + ofVendor, version: version + ofVendor, confidence })
  }
  const joined = joinedVersion(product, number)
  if (joined !== null) {
    const isCount = COUNTED.test(number.slice(joined.digits.length))
    return versionPart({ text, from, ...joined, ...(isCount ? { confidence: DOUBTFUL } : {}) })
  }
  const [digits = ''] = /^\d{1,7}/.exec(number) ?? []
  const interpretations = majors.test(digits) ? [digits] : (split?.(digits) ?? [])
  const [version] = interpretations
  // Digits after a separator may be clients, rows or a port, as in pg-128 and pg-96.
  const isMajor = digits.length < 3 && majors.test(digits)
  const isCount = /^[-_.:@ ]$/.test(lead) && COUNTED.test(number.slice(digits.length))
  const mayBeCount = isCount || (!isMajor && /^[^v]$/i.test(lead) && sureDigits?.test(digits) !== true)
  if (version !== undefined) {
    return versionPart({
      text,
      from,
      digits,
      version,
      confidence: interpretations.length === 1 && !mayBeCount ? 0.95 : DOUBTFUL,
      interpretations,
    })
  }
  const [separator = ''] = /^[-_.]/.exec(text) ?? []
  const branch = readBranch(text.slice(separator.length))
  return branch === null ? null : { length: separator.length + branch.length, facts: branch.facts.map(sure) }
}

/**
 * Two numbers that are joined by an underscore or a dash: 8_4, 17_6. Where the first may be a version alone, the second
 * may as well be a repeat when the name ends with it.
 */
function joinedVersion({ majors, hasMinor }: ProductName, number: string) {
  const [digits, major = ''] = TWO_NUMBERS.exec(number) ?? []
  if (digits === undefined || !majors.test(major) || !endsAtSeparator(number, digits.length)) return null
  const version = digits.replace(/[_-]/, '.')
  if (hasMinor?.test(major) === true) return { digits, version, confidence: 0.85 }
  if (/\.0|\.[3-9]\d/.test(version)) return null
  const isAtEnd = digits.length === number.length
  return isAtEnd
    ? { digits, version, confidence: 0.5, interpretations: [version, major] }
    : { digits, version, confidence: digits.includes('_') ? 0.85 : 0.5, interpretations: [version] }
}

/** Confidence of a version that may be something else. */
const DOUBTFUL = 0.5

const sure = (known: NamedFact): NamedFact => ({ ...known, confidence: Math.max(known.confidence, 0.9) })

function versionPart(found: {
  text: string
  from: number
  digits: string
  version: string
  confidence: number
  interpretations?: readonly string[]
}): ReadWords {
  const { text, from, digits, version, confidence, interpretations = [] } = found
  const end = from + digits.length
  const [described, commits = '', commit = ''] = DESCRIBED.exec(text.slice(end)) ?? []
  if (described !== undefined) {
    const facts = [fact('version', `${version}-${commits}`, confidence), fact('commit', commit.toLowerCase(), 0.95)]
    return { length: end + described.length, facts }
  }
  const [suffix = ''] = PRERELEASE.exec(text.slice(end)) ?? []
  const name =
    version +
    suffix
      .toLowerCase()
      .replace(/^[-_. ]/, '')
      .replace(/[-_. ](?=\d)/, '')
  const named = fact('version', name, confidence)
  return { length: end + suffix.length, facts: [interpretations.length > 1 ? { ...named, interpretations } : named] }
}

/** Reads a version without a product: `8.0.44`, `v18`, `18beta1`. */
export function readVersion(text: string): ReadWords | null {
  const [v = ''] = /^v(?=\d)/i.exec(text) ?? []
  const number = text.slice(v.length)
  const [digits] = DOTTED.exec(number) ?? []
  if (digits !== undefined) {
    const confidence = DAY_OF_YEAR.test(digits) || NO_VERSION_ALONE.test(digits) ? DOUBTFUL : 0.85
    const [vendor] = MARIADB_SUFFIX.exec(number.slice(digits.length)) ?? []
    if (vendor !== undefined) {
      const facts = [fact('product', 'MariaDB', 0.95), fact('version', digits, 0.95)]
      return { length: v.length + digits.length + vendor.length, facts }
    }
    const [build = ''] = BUILD_NUMBER.exec(number.slice(digits.length)) ?? []
    return versionPart({ text, from: v.length, digits: digits + build, version: digits + build, confidence })
  }
  const [whole] = /^\d{1,2}/.exec(number) ?? []
  if (whole === undefined) return null
  const hasSuffix = PRERELEASE.test(number.slice(whole.length))
  if (v === '' && !hasSuffix) return null
  const isVersion = hasSuffix || Number(whole) >= 10
  const read = versionPart({ text, from: v.length, digits: whole, version: whole, confidence: isVersion ? 0.85 : 0.4 })
  // A name such as v2 may as well be the second run, or the second version of a script or a schema.
  return isVersion ? read : { ...read, isUndecoded: true }
}

/** Reads a branch and the commit after it, if any: `main-abc1234`. */
export function readBranch(text: string): ReadWords | null {
  const [branch] = BRANCH.exec(text) ?? TOPIC_BRANCH.exec(text) ?? []
  if (branch === undefined) return null
  const version = fact('version', branch.toLowerCase(), 0.85)
  const [separator = ''] = /^[-_.@]/.exec(text.slice(branch.length)) ?? []
  const commit = separator === '' ? null : readCommit(text.slice(branch.length + 1))
  if (commit === null) return { length: branch.length, facts: [version] }
  return { length: branch.length + 1 + commit.length, facts: [version, ...commit.facts] }
}

/** Reads a commit: at least seven hexadecimal digits, among them a letter and a decimal digit. */
export function readCommit(text: string): ReadWords | null {
  const found = COMMIT.exec(text)
  const [whole = '', commit = ''] = found ?? []
  if (!/[a-f]/i.test(commit) || !/\d/.test(commit)) return null
  return { length: whole.length, facts: [fact('commit', commit.toLowerCase(), 0.85)] }
}
