import { passwordProblem } from '@assay/domain/account/password'

type Scorer = { check(password: string, inputs: string[]): { score: number; feedback: { warning: string | null } } }

let scorer: Promise<Scorer> | null = null

/**
 * Explains why a password is weak; null when it is strong enough. Words of the owner's name and address count for
 * nothing.
 *
 * @param known name and e-mail of the owner.
 */
export async function findPasswordProblem(password: string, known: readonly string[]): Promise<string | null> {
  scorer ??= loadScorer()
  // Beyond this length nothing gets weaker, and checking it would take long.
  const { score, feedback } = (await scorer).check(withoutWords(password.slice(0, 128), known.flatMap(wordsOf)), [])
  return passwordProblem(password, { score, warning: feedback.warning ?? '' })
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

/** As it is where none of the words is in it. */
function withoutWords(password: string, words: readonly string[]): string {
  const small = password.toLowerCase()
  const left = words.reduce((text, word) => text.replaceAll(word, ''), small)
  return left === small ? password : left
}

/** Its dictionaries take a megabyte, so they wait for the first password. */
async function loadScorer(): Promise<Scorer> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, assay: ['assay', 'benchmark', 'postgres', 'mysql'] },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  })
}
