/**
 * A fact about runs that no output, companion file, profile or flag states. The import stops until the user answers,
 * because an invented answer would make several machines look like one.
 */
export type OpenQuestion = {
  field: 'hardware'
  /** The first file of one of the runs. */
  file: string
  /** Number of runs that lack the fact. */
  runs: number
  /** Names of folders, or parts of them, that no rule decoded; the innermost first. */
  candidates: readonly string[]
}

/** Maximum folder names in a question. Longer lists do not help to answer it. */
const MAX_CANDIDATES = 8

/** One question for all runs that have the same candidates. */
export function joinQuestions(questions: readonly OpenQuestion[]): OpenQuestion[] {
  const byCandidates = new Map<string, OpenQuestion>()
  for (const question of questions) {
    const key = JSON.stringify([question.field, question.candidates])
    const before = byCandidates.get(key)
    byCandidates.set(
      key,
      before === undefined
        ? question
        : { ...before, file: min(before.file, question.file), runs: before.runs + question.runs },
    )
  }
  return [...byCandidates.values()]
}

const min = (a: string, b: string): string => (a < b ? a : b)

/** The question without the way to answer it: `The machine of 3 runs is not known: ... Folder names that ...: a, b.` */
export function questionText({ runs, candidates }: Pick<OpenQuestion, 'runs' | 'candidates'>): string {
  const whose = runs === 1 ? 'The machine of 1 run' : `The machine of ${runs} runs`
  const listed = candidates.slice(0, MAX_CANDIDATES).join(', ')
  const folders =
    candidates.length === 0 ? 'No folder name is left that could be it' : `Undecoded folder names: ${listed}`
  return `${whose} is unknown: no output, companion file, profile or flag states it. ${folders}.`
}
