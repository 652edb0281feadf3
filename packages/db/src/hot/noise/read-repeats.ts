import type { RepeatGroup } from '@assay/domain/compare/noise/noise-levels'
import { repeatGroup } from '@assay/domain/compare/verdict/repeat-groups'
import { AS_PUBLISHED_PREFIX } from '@assay/domain/run/metric'
import { excludes, FLAG_CODES } from '@assay/domain/run/validity/flag-severity'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { RunIndex } from '../run-index/run-index.ts'
import { type Repeated, repeatKey } from './repeated-runs.ts'

const EXCLUDING = FLAG_CODES.filter(excludes)

// The newest upload of each repeat, without flagged and excluded results: one row per set of repeats, with ln(value) of
// each repeat and its position among the requested runs, from 1.
const REPEATS = `
  select coalesce(json_agg(json_build_array(set_number, test_id, clients, members, logs)), '[]') as groups from (
    select set_number, test_id, clients, json_agg(member order by member) as members,
      json_agg(ln(value) order by member) as logs
    from (
      select distinct on (m.set_number, m.repeat_identity, r.test_id, r.clients, r.params)
        m.set_number, m.member, r.test_id, r.clients, r.params, coalesce(r.values[m.position], r.values[m.twin]) as value
      from unnest($2::uuid[], $3::int[], $4::text[], $5::int[], $6::int[]) with ordinality
        as m (run_id, set_number, repeat_identity, position, twin, member)
      cross join lateral (
        select id, test_id, clients, params, values from result where project_id = $1 and run_id = m.run_id offset 0
      ) r
      where coalesce(r.values[m.position], r.values[m.twin]) > 0
        and not exists (select from result_badge b where b.project_id = $1 and b.run_id = m.run_id and b.result_id = r.id
          and b.code = any($7) and (b.metrics is null or b.metrics && $8))
        and not exists (select from invalidation i where i.project_id = $1 and i.run_id = m.run_id
          and i.withdrawn_at is null and (i.result_id is null or i.result_id = r.id))
      order by m.set_number, m.repeat_identity, r.test_id, r.clients, r.params, m.member
    ) taken
    group by set_number, test_id, clients, params having count(*) > 1
  ) repeated`

const numbers = z.array(z.number())
const RepeatsRow = z.object({
  /** Position in the list of environments, id of the test, clients, positions of the members from 1, logarithms. */
  groups: z.array(z.tuple([z.int(), z.string(), z.int(), numbers, numbers])),
})

/**
 * Reads the values of repeats for one metric in one statement: exact values, or archived ones if only those are stored.
 */
export async function readRepeats(
  scoped: TenantScope,
  runIndex: RunIndex,
  groups: readonly Repeated[],
  metric: string,
): Promise<ReadonlyMap<Repeated, RepeatGroup[]>> {
  const twin = `${AS_PUBLISHED_PREFIX}${metric}`
  const members = groups.flatMap((runs, groupIndex) => runs.map((run) => ({ run, groupIndex })))
  const position = (name: string) => members.map(({ run }) => run.metricSet.positions.get(name) ?? null)
  const rows = await readRows(scoped, RepeatsRow, {
    name: 'noise-repeats',
    text: REPEATS,
    values: [
      scoped.projectId,
      members.map(({ run }) => run.id),
      members.map(({ groupIndex }) => groupIndex),
      members.map(({ run }) => repeatKey(run)),
      position(metric),
      position(twin),
      EXCLUDING,
      [metric, twin],
    ],
  })
  const startsBetween = groups.map((runs) => runIndex.machineStarts.between(runs))
  const found = new Map<Repeated, RepeatGroup[]>(groups.map((runs) => [runs, []]))
  for (const [groupIndex, testId, clients, positions, logs] of rows[0]?.groups ?? []) {
    const [runs, test] = [groups[groupIndex], runIndex.tests.get(testId)]
    const [run] = runs ?? []
    if (runs === undefined || run === undefined || test === undefined) continue
    const values = positions.flatMap((at, i) => {
      const member = members[at - 1]?.run
      return member === undefined ? [] : [{ run: member.id, log: logs[i] ?? 0, startedAt: member.startedAt }]
    })
    const noiseKey = {
      hardware: run.hardware.name,
      benchmark: run.workload.benchmark,
      workload: run.workload.name,
      test: test.name,
      group: test.group,
      clients: String(clients),
      metric,
    }
    const group = repeatGroup(noiseKey, values, startsBetween[groupIndex] ?? [])
    if (group !== null) found.get(runs)?.push(group)
  }
  return found
}
