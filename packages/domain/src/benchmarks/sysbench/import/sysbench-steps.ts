import { countOf } from '../../../import/fields.ts'
import type { BenchmarkRule } from '../../../import/profile/profile.ts'
import { LOAD_PHASE, type StepName, testNameOf } from '../../../import/step-name.ts'
import { canonicalJson } from '../../../json/canonical-json.ts'
import type { Problem } from '../../../parse/problem.ts'
import type { ServerFragments, StepFragment } from './sysbench-fragments.ts'

/** All fragments of one test at one number of clients. */
export type SysbenchStep = {
  step: StepName
  test: string
  clients: number
  params: StepFragment['params']
  fragments: readonly StepFragment[]
}

export type KnownClients = { stated: number | undefined; ofDataset: number | null }

/**
 * Groups the fragments of a server by test, clients and params, in input order.
 *
 * A fragment without clients gets those of the same test in the run, else those in the names, else those of all other
 * tests when they agree. A fragment that still has no clients is a problem of its file.
 *
 * @param known.stated clients that the user stated, which override names.
 * @param known.ofDataset clients of all other runs of the data set, when they agree.
 */
export function groupSteps(
  server: ServerFragments,
  rule: BenchmarkRule,
  known: KnownClients,
): { steps: SysbenchStep[]; problems: Problem[] } {
  const steps = new Map<
    string,
    { step: StepName; test: string; clients: number; params: StepFragment['params']; fragments: StepFragment[] }
  >()
  const unplaced = new Map<string, StepFragment[]>()
  const clientsOf = createClientsLookup(server, rule, known)
  for (const fragment of server.fragments.flatMap((one) => splitColumns(one, server, rule))) {
    const clients = clientsOf(fragment)
    if (clients === null) {
      // One file for steps with several numbers of clients belongs to none of them.
      if (fragment.content.kind === 'values') continue
      const { path } = fragment.location
      unplaced.set(path, [...(unplaced.get(path) ?? []), fragment])
      continue
    }
    const test = testNameOf(fragment.step, rule)
    const key = canonicalJson([test, clients, fragment.params])
    const found = steps.get(key) ?? { step: fragment.step, test, clients, params: fragment.params, fragments: [] }
    found.fragments.push(fragment)
    steps.set(key, found)
  }
  const problems = [...unplaced].map(([file, fragments]) => ({
    file,
    message:
      `the number of clients of ${nameTests(fragments, rule)} is not known: expected it in a name (dop40, 16u), ` +
      'in o.met.* next to it, or stated by the one who imports',
  }))
  return { steps: [...steps.values()], problems }
}

/**
 * Splits a table row into a fragment per column. The numbers of clients are those that the profile lists, else those of
 * the same test in the run's other files when there are as many. A single column has the clients of the row.
 */
function splitColumns(fragment: StepFragment, server: ServerFragments, rule: BenchmarkRule): StepFragment[] {
  if (fragment.content.kind !== 'columns') return [fragment]
  const { metric, values } = fragment.content
  const test = testNameOf(fragment.step, rule)
  const known = server.fragments.flatMap((other) =>
    testNameOf(other.step, rule) === test && other.clients !== null ? [other.clients] : [],
  )
  const listed = (server.fields.columns ?? '').split(' ').flatMap((text) => countOf(text) ?? [])
  const tested = listed.length === values.length ? listed : [...new Set(known)].sort((a, b) => a - b)
  if (values.length > 1 && tested.length !== values.length) return [fragment]
  return values.flatMap((value, i) => {
    const clients = values.length === 1 ? fragment.clients : (tested[i] ?? null)
    return value === null
      ? []
      : [{ ...fragment, clients, content: { kind: 'published' as const, values: { [metric]: value } } }]
  })
}

function createClientsLookup(server: ServerFragments, rule: BenchmarkRule, { stated, ofDataset }: KnownClients) {
  const byTest = new Map<string, Set<number>>()
  const ofOthers = measuredClients(server)
  for (const { step, clients } of server.fragments) {
    if (clients === null) continue
    const test = testNameOf(step, rule)
    byTest.set(test, (byTest.get(test) ?? new Set()).add(clients))
  }
  return ({ step, clients, content }: StepFragment): number | null => {
    // The columns have several numbers of clients, which are not known.
    if (content.kind === 'columns') return null
    const ofLoad = step.phase === LOAD_PHASE ? rule.load?.clients : undefined
    return (
      clients ??
      ofLoad ??
      only(byTest.get(testNameOf(step, rule))) ??
      stated ??
      countOf(server.fields.clients) ??
      only(ofOthers) ??
      ofDataset
    )
  }
}

/** Numbers of clients of the measured tests. Warm-up steps are left out, because they have one client per table. */
export function measuredClients({ fragments }: ServerFragments): Set<number> {
  const counted = fragments.filter(({ step }) => step.phase === null || step.phase === 'pre')
  return new Set(counted.flatMap(({ clients }) => (clients === null ? [] : [clients])))
}

export function only<T>(values: ReadonlySet<T> | undefined): T | null {
  const [value, ...others] = values ?? []
  return value === undefined || others.length > 0 ? null : value
}

function nameTests(fragments: readonly StepFragment[], rule: BenchmarkRule): string {
  const names = [...new Set(fragments.map(({ step }) => testNameOf(step, rule)))]
  return names.length === 1 ? (names[0] ?? '') : `${names[0]} and ${names.length - 1} more`
}
