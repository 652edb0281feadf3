/**
 * A fact about runs that no output, companion file, profile or flag states, or that a name states in a way that may
 * mean several things. The import stops until a person answers, because an invented answer would make one machine of
 * several.
 */
export type OpenQuestion = {
  /** A field of `--set`; `segment` for a part of paths in which files differ and of which no field is known. */
  field: string
  /** The first file of one of the runs. */
  file: string
  /** Number of runs that lack the fact. */
  runs: number
  /**
   * Names of folders, or parts of them, that no rule decoded, the innermost first; or the values that a name may mean.
   */
  candidates: readonly string[]
  /** The ways to answer, as `--set` takes them. */
  answers: readonly string[]
  /** One of the answers that is likely and not certain. It is shown, and stored only when a person confirms it. */
  suggested?: string
  /** True when its runs have different candidates, so that one name for all would make one machine of several. */
  isOfSeveralFolders?: boolean
  /** The files that the answer is about, where they are part of no run before it. */
  files?: readonly string[]
}

/** Maximum folder names in a question. Longer lists do not help to answer it. */
const MAX_CANDIDATES = 8

type Affecting = OpenQuestion & { affects?: readonly number[] }

/**
 * Joins the questions about one fact with the same candidates, those about one position in paths, and those about the
 * machine, which is often the same for all runs.
 */
export function joinQuestions<Q extends Affecting>(questions: readonly Q[]): Q[] {
  const groups = Map.groupBy(questions, ({ field, candidates, answers, files, suggested = '' }) => {
    const isByValue = field === 'segment' || field === 'test' || field === 'repeat' || field === 'hardware'
    return JSON.stringify([field, isByValue ? answers : candidates, files !== undefined, suggested])
  })
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [join([first, ...others])]))
}

/** Joins all at once: of thousands of runs, lists that grow by one question each would take minutes. */
function join<Q extends Affecting>(group: readonly [Q, ...Q[]]): Q {
  const [first] = group
  const union = <T>(listOf: (question: Q) => readonly T[] | undefined) => [
    ...new Set(group.flatMap((question) => listOf(question) ?? [])),
  ]
  return {
    ...first,
    file: group.map(({ file }) => file).reduce(min),
    runs: group.reduce((sum, { runs }) => sum + runs, 0),
    candidates: union(({ candidates }) => candidates),
    ...(first.field === 'hardware' && haveDifferentCandidates(group) ? { isOfSeveralFolders: true } : {}),
    ...(first.files === undefined ? {} : { files: union(({ files }) => files) }),
    ...(first.affects === undefined ? {} : { affects: union(({ affects }) => affects) }),
  }
}

const haveDifferentCandidates = ([first, ...others]: readonly [OpenQuestion, ...OpenQuestion[]]): boolean =>
  others.some(({ candidates }) => candidates.join('\n') !== first.candidates.join('\n'))

const min = (a: string, b: string): string => (a < b ? a : b)

const NAMES: Readonly<Record<string, string>> = { hardware: 'machine', clients: 'number of clients' }

/** The question without the way to answer it. */
export function questionText(question: Pick<OpenQuestion, 'field' | 'runs' | 'candidates' | 'files'>): string {
  const { field, runs, candidates, files } = question
  if (files !== undefined && field === 'test') {
    return `Cannot tell during which test these files were written: ${files.slice(0, MAX_CANDIDATES).join(', ')}.`
  }
  const of = runs === 1 ? '1 run' : `${runs} runs`
  const listed = candidates.slice(0, MAX_CANDIDATES).join(', ')
  if (field === 'segment') return `Cannot tell what this part of the path of ${of} means: ${listed}.`
  if (field === 'test') return `Cannot tell the test of ${of}. Candidates from the rest of the file name: ${listed}.`
  if (field === 'repeat') {
    const parts = candidates.length === 0 ? '' : ` Undecoded parts of the path: ${listed}.`
    return `Files state other values of the same results in ${of}, and nothing says how they differ.${parts}`
  }
  const name = NAMES[field] ?? field
  const found =
    candidates.length === 0
      ? 'No part of a name is a candidate'
      : `Undecoded names, or values that a name may mean: ${listed}`
  const folders = candidates.length === 0 ? 'No folder name is a candidate' : `Undecoded folder names: ${listed}`
  return `The ${name} of ${of} is unknown: no output, companion file, profile or flag states it. ${field === 'hardware' ? folders : found}.`
}
