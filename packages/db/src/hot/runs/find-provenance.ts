import { z } from 'zod'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import { summarizeRun } from './run-summary.ts'
import type { RunProvenance } from './run-types.ts'

/** Maximum runs per statement, because a comparison over years has thousands of them, with long commands. */
const RUNS_AT_ONCE = 500

/**
 * Reads builds, configs and hardware of runs in the order of `ids`; unknown ids are left out. Of results only commands
 * are read.
 *
 * @param maxCommands maximum commands per run, in the order of its tests.
 */
export async function findProvenance(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  { ids, maxCommands }: { ids: readonly string[]; maxCommands: number },
): Promise<RunProvenance[]> {
  const runIndex = await runIndexes.fresh(scoped.projectId)
  const entries = ids.flatMap((id) => runIndex.run(id) ?? [])
  const found = new Map<string, z.infer<typeof Row>>()
  for (let at = 0; at < entries.length; at += RUNS_AT_ONCE) {
    const some = entries.slice(at, at + RUNS_AT_ONCE).map(({ id }) => id)
    const { rows } = await scoped.query({ text: PROVENANCE, values: [scoped.projectId, some, maxCommands] })
    for (const raw of rows) {
      const row = Row.parse(raw)
      found.set(row.id, row)
    }
  }
  return entries.flatMap((entry) => {
    const row = found.get(entry.id)
    // The run was removed after the run index was read.
    return row === undefined ? [] : [{ ...summarizeRun(entry), ...row }]
  })
}

// Commands are selected run by run, so that the limit applies to each. The text of a config is hashed in the database
// and not transferred.
const PROVENANCE = `
  select r.id, b.flags, b.commit,
    (select encode(sha256(convert_to(c.text, 'UTF8')), 'hex') from config c
      where c.project_id = $1 and c.id = r.config_id) as "configSha256",
    h.cpu, h.cores, h.memory_gb as "memoryGb", h.storage, h.os,
    (select coalesce(json_agg(json_build_object('name', name, 'url', url) order by name collate "C", id), '[]')
      from run_source where project_id = $1 and run_id = r.id) as sources,
    (select coalesce(json_agg(command order by first_position, command collate "C"), '[]') from (
      select c.command, min(coalesce(t.position, 0)) as first_position
      from result x
      join result_command c on c.project_id = $1 and c.id = x.id
      join test t on t.project_id = $1 and t.id = x.test_id
      where x.project_id = $1 and x.run_id = r.id
      group by c.command order by first_position, c.command collate "C" limit $3) as distinct_commands) as commands
  from run r
  join build b on b.project_id = $1 and b.id = r.build_id
  join hardware h on h.project_id = $1 and h.id = r.hardware_id
  where r.project_id = $1 and r.id = any($2::uuid[])`

const Row = z.object({
  id: z.string(),
  flags: z.string().nullable(),
  commit: z.string().nullable(),
  configSha256: z.string().nullable(),
  cpu: z.string().nullable(),
  cores: z.number().nullable(),
  memoryGb: z.number().nullable(),
  storage: z.string().nullable(),
  os: z.string().nullable(),
  sources: z.array(z.object({ name: z.string(), url: z.string().nullable() })),
  commands: z.array(z.string()),
})
