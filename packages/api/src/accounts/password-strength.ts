import { passwordProblem } from '@assay/domain/account/password'

/** Words of this product that are easy to guess, as docs/accounts.md lists them. */
export const CONTEXT_WORDS = ['assay', 'benchmark', 'database', 'postgres', 'postgresql', 'mysql', 'mariadb', 'rocksdb']

type Scorer = { check(password: string, inputs: string[]): { score: number; feedback: { warning: string | null } } }

/**
 * Maximum combinations of substitutions, such as 0 for o, that are looked up for each password. The default of 100 takes
 * 0.6 s for 128 digits, and finds the same words in usual passwords.
 */
const MAX_SUBSTITUTIONS = 10

let scorer: Promise<Scorer> | null = null

/**
 * Explains why a password is weak; null when it is strong enough. Words of the owner's name and address are ignored.
 *
 * @param known name and e-mail of the owner.
 */
export async function findPasswordProblem(password: string, known: readonly string[]): Promise<string | null> {
  scorer ??= loadScorer()
  // Longer passwords are not weaker, and checking all of a long one would take too long.
  const { score, feedback } = (await scorer).check(withoutWords(password.slice(0, 128), known.flatMap(wordsOf)), [])
  return passwordProblem(password, { score, warning: feedback.warning ?? '' })
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

/** Removes the words from the password; returns it unchanged when it contains none of them. */
function withoutWords(password: string, words: readonly string[]): string {
  const small = password.toLowerCase()
  const left = words.reduce((text, word) => text.replaceAll(word, ''), small)
  return left === small ? password : left
}

/** The dictionaries take a megabyte, so they are loaded for the first password. */
async function loadScorer(): Promise<Scorer> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, assay: CONTEXT_WORDS },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  })
}
