import { toQuery } from '@assay/domain/compare/comparison-url'
import type { PointSet } from '@assay/domain/compare/point'
import { repeatGroups } from '@assay/domain/compare/verdict/repeat-groups'
import { EXIT_CODES, type Gate } from '@assay/domain/findings/gate/gate'
import { gateQuestion, pageComparison } from '@assay/domain/findings/gate/gate-comparison'
import { gateMarkdown } from '@assay/domain/findings/gate/gate-markdown'
import { GateRequest } from '@assay/domain/findings/gate/gate-request'
import { testRules } from '@assay/domain/findings/gate/gate-rule'
import type { Alone } from '@assay/domain/findings/gate/match-sides'
import { withBudgets } from '@assay/domain/findings/gate/test-budget'
import { unpairedWords } from '@assay/domain/findings/gate/unpaired'
import { plural } from '@assay/domain/plural'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { err, ok, type Result } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { judgeInThread, matchInThread } from '../comparisons/compare-in-thread.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../services.ts'
import { readHistory } from './read-history.ts'
import { readSides } from './read-sides.ts'
import { type GateSide, resolveSides } from './resolve-sides.ts'

/** The resolved version and runs of one side. */
type GateSideAnswer = { product: string; version: string; stored: boolean; runIds: string[] }

export type GateAnswer = Gate & {
  base: GateSideAnswer
  candidate: GateSideAnswer
  /** The rule as a sentence: the smallest change that is reported. */
  rule: string
  alone: readonly Alone[]
  notes: readonly string[]
  /**
   * Address of the comparison page; null when the candidate is not stored, or when no dimension separates the sides.
   */
  link: string | null
  markdown: string
}

/**
 * Decides whether a candidate passes against a base. Stored or not, both sides use the engine of all pages, with the
 * stored noise estimates.
 *
 * Errors: `document-invalid` for an invalid request, `query-invalid` for names that match nothing or several versions,
 * and for sides without a single pair of results.
 */
export async function runGate(
  services: Pick<Services, 'publicUrl'>,
  access: ProjectAccess,
  input: unknown,
): Promise<Result<GateAnswer, AppError>> {
  const sent = parseInput(GateRequest, input)
  if (!sent.ok) return sent
  const named = await resolveSides(access, sent.value)
  if (!named.ok) return named
  const [sides, rules] = await Promise.all([readSides(access, sent.value, named.value), access.queries.rules.list()])
  const { rule, budgets, strict, maxNoise, notCompared } = sent.value
  const own = withBudgets(testRules(rule, rules), budgets)
  const matched = await matchInThread(access, sides)
  const names = { base: sideWords(named.value.base), candidate: sideWords(named.value.candidate) }
  if (matched.base.length === 0 || matched.candidate.length === 0)
    return err(appError('query-invalid', unpairedWords(sides, names, matched.notes)))
  const question = gateQuestion(matched.sideBySide, own.minChange)
  const [set, history] = await Promise.all([
    withFloors(access, { ...sides, points: question.points }, named.value.candidate),
    own.needHistory ? readHistory(access, matched.base) : null,
  ])
  const gateInput = { rule, rules, budgets, strict, maxNoise, history }
  const judged = await judgeInThread(access, set, question.comparison, gateInput)
  const gate = notCompared === 'fail' ? failedIfAlone(judged, matched.alone) : judged
  const isStored = named.value.candidate.kind !== 'documents'
  const page = isStored && question.points.length > 0 ? pageComparison(question, matched, narrowed(sent.value)) : null
  const link = page === null ? null : `${services.publicUrl}${pathOfProject(access.project)}/compare?${toQuery(page)}`
  const base = sideAnswer(named.value.base, matched.base)
  const candidate = sideAnswer(named.value.candidate, matched.candidate)
  const notes = [...named.value.notes, ...matched.notes]
  const summary = { rule: own.words, alone: matched.alone, notes, link }
  return ok({ ...gate, base, candidate, ...summary, markdown: gateMarkdown(gate, { ...names, ...summary }) })
}

/** The gate fails if the candidate lacks results of the base; new tests of the candidate are not failures. */
function failedIfAlone(gate: Gate, alone: readonly Alone[]): Gate {
  if (gate.verdict === 'regression' || !alone.some(({ side }) => side === 'base')) return gate
  return { ...gate, verdict: 'not compared', exitCode: EXIT_CODES['not compared'] }
}

/** Filters that do not belong to the environment. */
const narrowed = ({ config, test }: GateRequest) => ({
  ...(config.length === 0 ? {} : { config }),
  ...(test.length === 0 ? {} : { test }),
})

/** Counts the repeats of a candidate that is not stored like stored ones. */
async function withFloors({ queries }: ProjectAccess, set: PointSet, candidate: GateSide): Promise<PointSet> {
  if (candidate.kind !== 'documents') return queries.noise.withNoise(set, ['primary'])
  const isSent = ({ runId }: { runId: string }) => runId.startsWith('document ')
  const sent = set.points.filter(isSent)
  const known = { ...set, points: set.points.filter((point) => !isSent(point)) }
  const around = await queries.noise.withNoise(known, ['primary'], repeatGroups(sent, set.tests))
  return { ...around, points: [...around.points, ...sent] }
}

const sideAnswer = ({ kind, product, version }: GateSide, points: readonly { runId: string }[]): GateSideAnswer => {
  const stored = kind !== 'documents'
  return { product, version, stored, runIds: stored ? [...new Set(points.map(({ runId }) => runId))] : [] }
}

function sideWords(side: GateSide): string {
  const name = `${side.product} ${side.version}`
  if (side.kind === 'version') return name
  const count = side.kind === 'runs' ? side.runs.length : side.documents.length
  return `${name} (${plural(count, 'run')}${side.kind === 'documents' ? ', not stored' : ''})`
}
