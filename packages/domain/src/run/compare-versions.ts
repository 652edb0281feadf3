/** Words that come before the release they announce, earliest first. Any other word after a version follows it. */
const PRERELEASE_WORDS = ['dev', 'devel', 'snapshot', 'nightly', 'preview', 'pre', 'alpha', 'beta', 'gamma', 'rc', 'cr']

// Kinds of text that may follow the numbers read so far, in version order:
// 18beta1 < 18 < 18-git123 < 18.1. Key characters are ASCII, so any byte-wise comparison sorts them.
const PRERELEASE = '0'
const RELEASE = '1'
const AFTER_RELEASE = '2'
const NUMBER = '3'
const NAME = '4'

/**
 * Compares two version names: 9.9 < 9.10 < 10.0 < 10.10, 18beta1 < 18rc1 < 18.0, a build of a branch
 * (`12.1.1-mdev16168`, `8.0.28-gitabc`) after its release. A leading `v`, case and separators are ignored; names that
 * do not begin with a number come last. Never throws, and returns 0 only for equal names: names of the same version
 * (`18`, `18.0`) are adjacent, in text order.
 */
export function compareVersions(a: string, b: string): number {
  const keyA = versionSortKey(a)
  const keyB = versionSortKey(b)
  if (keyA === keyB) return 0
  return keyA < keyB ? -1 : 1
}

/**
 * A text that sorts like the version, for databases: printable ASCII, to be compared byte by byte (`collate "C"` in
 * Postgres). Different names have different keys.
 */
export function versionSortKey(name: string): string {
  return `${releaseKey(name)} ${printable(name)}`
}

/** True when the version is that release or one after it, however either is spelled: 18 is 18.0, 9.7.2 follows 9.7. */
export function isSameOrLater(version: string, release: string): boolean {
  return releaseKey(version) >= releaseKey(release)
}

/** Keys of recent names, because a scan compares the same few versions for every change. */
const releaseKeys = new Map<string, string>()
const MAX_RELEASE_KEYS = 10_000

/** Canonical key of a version regardless of spelling: 18 and 18.0 have the same key. */
function releaseKey(name: string): string {
  const known = releaseKeys.get(name)
  if (known !== undefined) return known
  if (releaseKeys.size >= MAX_RELEASE_KEYS) releaseKeys.clear()
  const key = parseRelease(name)
  releaseKeys.set(name, key)
  return key
}

function parseRelease(name: string): string {
  const lower = name
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '')
  const release = /^\d+(?:\.\d+)*/.exec(lower)?.[0] ?? ''
  const words = lower.slice(release.length).match(/[0-9]+|[a-z]+/g) ?? []
  const numbers =
    release === ''
      ? NAME
      : withoutTrailingZeros(release.split('.'))
          .map((n) => NUMBER + numberKey(n))
          .join('')
  return numbers + suffixKey(words)
}

/** 18 and 18.0 are one release, so that 18-git123 follows both. */
function withoutTrailingZeros(numbers: string[]): string[] {
  const last = numbers.findLastIndex((number) => !/^0+$/.test(number))
  return numbers.slice(0, Math.max(last, 0) + 1)
}

function suffixKey(words: string[]): string {
  const [first, ...rest] = words
  if (first === undefined) return RELEASE
  const rank = PRERELEASE_WORDS.indexOf(first)
  if (rank < 0) return AFTER_RELEASE + words.map(wordKey).join('') + END
  return PRERELEASE + numberKey(String(rank)) + rest.map(wordKey).join('') + END
}

const END = '0'

/** Numbers sort before words; the space ends a word before any letter could follow. */
function wordKey(word: string): string {
  return /^\d/.test(word) ? `1${numberKey(word)}` : `2${word} `
}

/**
 * A longer number is larger, so a letter for its length comes first, `b10` for 10; from 26 digits on, `z` and the
 * length.
 */
function numberKey(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '')
  const length = significant.length
  return (length < 26 ? String.fromCharCode(96 + length) : `z${String(length).padStart(6, '0')}`) + significant
}

/** The name with everything but printable ASCII escaped. Different names give different texts. */
function printable(name: string): string {
  return name.replace(/[^ -}]/g, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
