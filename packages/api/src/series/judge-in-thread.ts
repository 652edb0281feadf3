import type { SeriesLine } from '@assay/domain/findings/series/build-lines'
import {
  type CountedLine,
  countRuleFlags,
  type RulePreviewCounts,
} from '@assay/domain/findings/series/count-rule-flags'
import { DEFAULT_RULE, type SeriesRule } from '@assay/domain/findings/series/rule'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { WorkRefused } from '../http/fault.ts'
import { moveIfPossible } from '../http/move-request.ts'
import { cacheJudgment, isJudged } from './apply-rule-cached.ts'

/** Values from which detectors run in a thread. Some of them take the square of that number of steps. */
export const MANY_VALUES = 2_000

type Access = Pick<ProjectAccess, 'project' | 'workers'>
type Asked = { rule: SeriesRule; values: readonly number[] }

/** Results of a rule on the series that it matches, and of the default rule on the same lines. */
export type RulePreview = { trial: RulePreviewCounts; byDefault: RulePreviewCounts }

/**
 * Applies rules to series, in a thread when they have many values that were not judged before, so that
 * `applyRuleCached` finds their judgments. Series of many values are rendered in the process for heavy requests.
 *
 * @throws WorkRefused over the limits of the thread.
 */
export async function judgeInThread({ project, workers }: Access, asked: readonly Asked[]): Promise<void> {
  if (asked.reduce((sum, { values }) => sum + values.length, 0) >= MANY_VALUES) await moveIfPossible()
  const unknown = asked.filter(({ rule, values }) => !isJudged(rule, values))
  const count = unknown.reduce((sum, { values }) => sum + values.length, 0)
  if (workers === undefined || count < MANY_VALUES) return
  const done = await workers.run('apply-rules', unknown, { key: project.id })
  if (!done.ok) throw new WorkRefused(done.error)
  for (const [at, { rule, values }] of unknown.entries()) {
    const judgment = done.value[at]
    if (judgment !== undefined) cacheJudgment(rule, values, judgment)
  }
}

/** Counts the flags of a rule and of the default rule. @throws WorkRefused over the limits of the thread. */
export async function tryRuleInThread(
  { project, workers }: Access,
  rule: SeriesRule,
  lines: readonly SeriesLine[],
): Promise<RulePreview> {
  const count = lines.reduce((sum, { positions }) => sum + positions.length, 0)
  if (workers === undefined || count < MANY_VALUES) return tryRule({ rule, lines })
  const done = await workers.run('try-rule', { rule, lines: lines.map(asCounted) }, { key: project.id })
  if (!done.ok) throw new WorkRefused(done.error)
  return done.value
}

export const tryRule = ({ rule, lines }: { rule: SeriesRule; lines: readonly CountedLine[] }): RulePreview => ({
  trial: countRuleFlags(rule, lines),
  byDefault: countRuleFlags(DEFAULT_RULE, lines),
})

/** The counts of two sets of lines together. */
export const addPreviews = (a: RulePreview | null, b: RulePreview): RulePreview =>
  a === null ? b : { trial: addCounts(a.trial, b.trial), byDefault: addCounts(a.byDefault, b.byDefault) }

const addCounts = (a: RulePreviewCounts, b: RulePreviewCounts): RulePreviewCounts => ({
  lines: a.lines + b.lines,
  unable: a.unable + b.unable,
  why: a.why ?? b.why,
  flags: a.flags + b.flags,
  equalPairs: a.equalPairs + b.equalPairs,
  falseFlags: a.falseFlags + b.falseFlags,
  known: a.known + b.known,
  missed: a.missed + b.missed,
})

/** The part of a line that is counted, because everything that is sent to a thread is copied. */
const asCounted = ({ positions }: SeriesLine): CountedLine => ({
  positions: positions.map(({ counts, value, values, place, binary }) => ({ counts, value, values, place, binary })),
})
