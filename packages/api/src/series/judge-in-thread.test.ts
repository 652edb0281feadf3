import { applyRule } from '@assay/domain/findings/series/apply-rule'
import type { SeriesLine } from '@assay/domain/findings/series/build-lines'
import { err } from '@assay/domain/result'
import { expect, test } from 'vitest'
import { appError } from '../errors.ts'
import { WorkRefused } from '../http/fault.ts'
import { INLINE_POOL, type WorkerPool } from '../worker-pool/worker-pool.ts'
import { applyRuleCached, isJudged } from './apply-rule-cached.ts'
import { judgeInThread, MANY_VALUES, tryRule, tryRuleInThread } from './judge-in-thread.ts'

const sent: string[] = []
const workers: WorkerPool = {
  run(name, input, options) {
    sent.push(name)
    return INLINE_POOL.run(name, input, options)
  },
  close: async () => undefined,
}
// Only the id of the project is used.
const access = { project: { id: 'p' } as never, workers }
const full = {
  ...access,
  workers: { ...workers, run: async () => err(appError('too-heavy', 'Judging takes too long.')) },
}

const series = (count: number, high: number) =>
  Array.from({ length: count }, (_, at) => (at < count / 2 ? 1_000 : high) + (at % 5))
const rule = { method: 'levels' } as const

test('many values are judged in a thread once, and few are not sent', async () => {
  const [few, many] = [series(200, 900), series(MANY_VALUES, 900)]
  await judgeInThread(access, [{ rule, values: few }])
  expect(sent.splice(0)).toEqual([])
  await judgeInThread(access, [{ rule, values: many }])
  expect(sent.splice(0)).toEqual(['apply-rules'])
  expect(isJudged(rule, many)).toBe(true)
  expect(applyRuleCached(rule, many)).toEqual(applyRule(rule, many))
  await judgeInThread(access, [{ rule, values: many }])
  expect(sent.splice(0)).toEqual([])
})

test('a rule is tried on many values in a thread, with the same counts', async () => {
  const line = {
    positions: series(MANY_VALUES, 800).map((value, place) => ({
      ...{ place, value, values: [value, value + 1], counts: true, binary: null },
      // Ids of runs are not sent to the thread.
      runIds: [`run ${place}`],
    })),
  } as unknown as SeriesLine
  const counted = await tryRuleInThread(access, rule, [line])
  expect(sent.splice(0)).toEqual(['try-rule'])
  expect(counted).toEqual(tryRule({ rule, lines: [line] }))
  expect(counted.trial.flags).toBeGreaterThan(0)
})

test('a refusal of the thread is the refusal of the request', async () => {
  await expect(judgeInThread(full, [{ rule, values: series(MANY_VALUES, 700) }])).rejects.toBeInstanceOf(WorkRefused)
})
