import { folderOf, plainPathOf } from '../fields.ts'
import { correctedFields } from '../profile/corrections.ts'
import type { DecodedDirectory } from '../profile/decode-path.ts'
import type { PreviewQuestion, PreviewRun } from './preview-document.ts'

/** Confidence of a suggested answer. It is shown and never stored without a confirmation. */
const GUESS = 0.5

/** Names that machines have: `db1.lab.example.com`, `10.0.3.17`, `srv-epyc-01`, `node-a`. */
const HOST =
  /^(?:(?:\d{1,3}\.){3}\d{1,3}|[a-z\d-]+(?:\.[a-z\d-]+){2,}|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:internal|local|localdomain|lan|intern|corp|home|private)|(?:srv|server|host|node|box|vm|machine|metal|rack)(?:[-_][a-z\d][a-z\d-]*|\d+))$/i

type Folders = { directory(folder: string): Pick<DecodedDirectory, 'undecoded'> }

/** A suggestion as a field and its value, from `config=@folder`. */
type Suggested = { field: string; value: string }

/**
 * Adds the answer that is most likely to a question about a part of paths: the machine where all texts have the form of a
 * host's name, else the config. The runs show it as a guess. Other questions have none: digits of a version that may mean
 * two are not even guessed.
 */
export function suggestAnswers(
  questions: readonly PreviewQuestion[],
  runs: readonly PreviewRun[],
  decoder: Folders,
): { questions: PreviewQuestion[]; runs: PreviewRun[] } {
  const taken = new Set<string>()
  // A part that is likely to be the version is nothing else.
  const versions = new Set(questions.flatMap(({ suggested }) => /^version=(.+)$/.exec(suggested ?? '')?.[1] ?? []))
  const suggested = questions.map((question): PreviewQuestion => {
    const answer = question.suggested ?? suggestionFor(question, runs, versions)
    // Two parts cannot both be the config; neither is suggested twice.
    if (answer === null || taken.has(fieldOf(answer).field)) return question
    if (question.dimension === 'segment') taken.add(fieldOf(answer).field)
    return { ...question, suggested: answer }
  })
  const withGuesses = runs.map((run, index) => {
    const own = suggested.filter(({ affects }) => affects.includes(index)).flatMap((one) => one.suggested ?? [])
    return own.map(fieldOf).reduce((shown, guess) => withGuess(shown, guess, decoder), run)
  })
  return { questions: suggested, runs: withGuesses }
}

function fieldOf(answer: string): Suggested {
  const at = answer.indexOf('=')
  return { field: answer.slice(0, at), value: answer.slice(at + 1) }
}

function suggestionFor(
  { dimension, candidates, answers, affects }: PreviewQuestion,
  runs: readonly PreviewRun[],
  versions: ReadonlySet<string>,
) {
  if (dimension !== 'segment' || candidates.every((text) => versions.has(text))) return null
  const field = candidates.every((text) => HOST.test(text)) ? 'hardware' : 'config'
  const isFree = affects.every((index) => runs[index]?.dimensions[field].value === null)
  // A bare number is a count of something more often than the name of a config.
  if (!isFree || candidates.some((text) => /^\d+$/.test(text))) return null
  return answers.find((answer) => answer.startsWith(`${field}=@`)) ?? null
}

function withGuess(run: PreviewRun, { field, value }: Suggested, decoder: Folders): PreviewRun {
  const { dimensions, files } = run
  const known = Object.entries(dimensions).find(([name]) => name === field)?.[1]
  if (known === undefined || known.value !== null) return run
  const [from = ''] = files
  const plainPath = plainPathOf(from)
  const { undecoded } = decoder.directory(folderOf(from))
  const guess = correctedFields([{ set: { [field]: value } }], { plainPath, undecoded })[field]
  if (guess === undefined) return run
  return { ...run, dimensions: { ...dimensions, [field]: { value: guess, source: 'guess', confidence: GUESS, from } } }
}
