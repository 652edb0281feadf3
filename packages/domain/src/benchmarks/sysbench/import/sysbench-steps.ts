import { countOf } from '../../../import/fields.ts'
import type { BenchmarkRule } from '../../../import/profile.ts'
import { LOAD_PHASE, type StepName, testNameOf } from '../../../import/step-name.ts'
import { canonicalJson } from '../../../json/canonical-json.ts'
import type { Problem } from '../../../parse/problem.ts'
import type { Piece, SysbenchDraft } from './sysbench-draft.ts'

/** Everything that was read of one test at one number of clients. */
export type SysbenchStep = {
  step: StepName
  test: string
  clients: number
  params: Piece['params']
  pieces: readonly Piece[]
}

export type KnownClients = { stated: number | undefined; ofDataset: number | null }

/**
 * The pieces of a draft by test, clients and params, in the order in which they were first met.
 *
 * A piece that does not state its clients gets those of the same test elsewhere in the run, else those that the names
 * say, else those of all other tests, when they agree. What is left over is a problem per file.
 *
 * @param known.stated clients that a person stated, which win over names.
 * @param known.ofDataset clients of all other runs of the data set, when they agree.
 */
export function groupSteps(
  draft: SysbenchDraft,
  rule: BenchmarkRule,
  known: KnownClients,
): { steps: SysbenchStep[]; problems: Problem[] } {
  const steps = new Map<
    string,
    { step: StepName; test: string; clients: number; params: Piece['params']; pieces: Piece[] }
  >()
  const unplaced = new Map<string, Piece[]>()
  const clientsOf = createClientsLookup(draft, rule, known)
  for (const piece of draft.pieces.flatMap((one) => splitColumns(one, draft, rule))) {
    const clients = clientsOf(piece)
    if (clients === null) {
      if (piece.content.kind === 'beside') continue // One size for steps of several numbers of clients is none of theirs.
      const { path } = piece.place
      unplaced.set(path, [...(unplaced.get(path) ?? []), piece])
      continue
    }
    const test = testNameOf(piece.step, rule)
    const key = canonicalJson([test, clients, piece.params])
    const found = steps.get(key) ?? { step: piece.step, test, clients, params: piece.params, pieces: [] }
    found.pieces.push(piece)
    steps.set(key, found)
  }
  const problems = [...unplaced].map(([file, pieces]) => ({
    file,
    message:
      `the number of clients of ${nameTests(pieces, rule)} is not known: hoped for it in a name (dop40, 16u), ` +
      'in o.met.* beside it, or stated by the one who imports',
  }))
  return { steps: [...steps.values()], problems }
}

/**
 * A piece per column. The columns are the numbers of clients that the profile lists, else those at which the run's
 * other files have the test, when there are as many; a single column is whatever the test ran with.
 */
function splitColumns(piece: Piece, draft: SysbenchDraft, rule: BenchmarkRule): Piece[] {
  if (piece.content.kind !== 'columns') return [piece]
  const { metric, values } = piece.content
  const test = testNameOf(piece.step, rule)
  const known = draft.pieces.flatMap((other) =>
    testNameOf(other.step, rule) === test && other.clients !== null ? [other.clients] : [],
  )
  const listed = (draft.fields.columns ?? '').split(' ').flatMap((text) => countOf(text) ?? [])
  const tested = listed.length === values.length ? listed : [...new Set(known)].sort((a, b) => a - b)
  if (values.length > 1 && tested.length !== values.length) return [piece]
  return values.flatMap((value, i) => {
    const clients = values.length === 1 ? piece.clients : (tested[i] ?? null)
    return value === null
      ? []
      : [{ ...piece, clients, content: { kind: 'published' as const, values: { [metric]: value } } }]
  })
}

function createClientsLookup(draft: SysbenchDraft, rule: BenchmarkRule, { stated, ofDataset }: KnownClients) {
  const byTest = new Map<string, Set<number>>()
  const ofOthers = measuredClients(draft)
  for (const { step, clients } of draft.pieces) {
    if (clients === null) continue
    const test = testNameOf(step, rule)
    byTest.set(test, (byTest.get(test) ?? new Set()).add(clients))
  }
  return ({ step, clients, content }: Piece): number | null => {
    if (content.kind === 'columns') return null // Several, and which they are is not known.
    const ofLoad = step.phase === LOAD_PHASE ? rule.load?.clients : undefined
    return (
      clients ??
      ofLoad ??
      only(byTest.get(testNameOf(step, rule))) ??
      stated ??
      countOf(draft.fields.clients) ??
      only(ofOthers) ??
      ofDataset
    )
  }
}

/** Numbers of clients of the tests that count: warm-up steps have as many clients as there are tables. */
export function measuredClients({ pieces }: SysbenchDraft): Set<number> {
  const counted = pieces.filter(({ step }) => step.phase === null || step.phase === 'pre')
  return new Set(counted.flatMap(({ clients }) => (clients === null ? [] : [clients])))
}

export function only(values: ReadonlySet<number> | undefined): number | null {
  const [value, ...others] = values ?? []
  return value === undefined || others.length > 0 ? null : value
}

function nameTests(pieces: readonly Piece[], rule: BenchmarkRule): string {
  const names = [...new Set(pieces.map(({ step }) => testNameOf(step, rule)))]
  return names.length === 1 ? (names[0] ?? '') : `${names[0]} and ${names.length - 1} more`
}
