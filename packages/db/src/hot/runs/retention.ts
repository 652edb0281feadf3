import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { writeAudit } from '../../crud/audit/audit.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { RetentionQueries, RetentionRule } from '../../types.ts'

const DAY_MS = 86_400_000
/** Runs of one transaction. */
const BATCH = 100

/**
 * Version of the validity rules for runs without their samples: flags that were computed from samples stay, because later
 * rules could not compute them again.
 */
const JUDGED_FOR_GOOD = 2_147_483_647

/** Runs whose results are in reports, specs and shared links that were not revoked. */
const PUBLISHED = `
  select run_id as id from report_figure_run where project_id = $1
  union
  select named[1]::uuid from share,
    regexp_matches(content, '"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') as named
  where project_id = $1 and revoked_at is null`

const KEEP_ALL: RetentionRule = { fileDays: null, sampleDays: null }
const RULE = { fileDays: true, sampleDays: true } as const

/** The retention rule of a project. Published runs keep everything, and profiles keep the files that they are read from. */
export function retentionQueries(scoped: TenantScope): RetentionQueries {
  const { projectId, by, prisma } = scoped
  const readRule = async () => (await prisma.retention.findUnique({ where: { projectId }, select: RULE })) ?? KEEP_ALL
  return {
    rule: readRule,

    setRule: (rule) =>
      prisma.$transaction(async (tx) => {
        const before = (await tx.retention.findUnique({ where: { projectId }, select: RULE })) ?? KEEP_ALL
        await tx.retention.upsert({ where: { projectId }, create: { projectId, ...rule }, update: rule })
        const object = { kind: 'project', id: projectId, name: 'retention' }
        await writeAudit(tx, projectId, by, { action: 'project.retention-changed', object, before, after: rule })
      }),

    async apply(now) {
      const { fileDays, sampleDays } = await readRule()
      if (fileDays === null && sampleDays === null) return { files: 0, samples: 0 }
      const published = await publishedRuns(scoped)
      const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
      const files = fileDays === null ? [] : await runsWithFiles(scoped, daysAgo(fileDays), published)
      const samples = sampleDays === null ? [] : await runsWithSamples(scoped, daysAgo(sampleDays), published)
      for (const runs of batches(files)) await deleteFiles(scoped, runs)
      for (const runs of batches(samples)) await deleteSamples(scoped, runs)
      return { files: files.length, samples: samples.length }
    },
  }
}

async function publishedRuns(scoped: TenantScope): Promise<ReadonlySet<string>> {
  const rows = await readRows(scoped, z.object({ id: z.string() }), PUBLISHED, [scoped.projectId])
  return new Set(rows.map(({ id }) => id))
}

/** A file of a profile is not listed, because its call tree is read from the file. */
const WITH_FILES = `
  select distinct run.id from run join attachment a on a.project_id = $1 and a.run_id = run.id
  where run.project_id = $1 and run.received_at < $2::timestamptz
    and not exists (select from profile p where p.project_id = $1 and p.sha256 = a.sha256)`

const WITH_SAMPLES = `
  select distinct run.id from run join result r on r.project_id = $1 and r.run_id = run.id
    join sample_series s on s.project_id = $1 and s.result_id = r.id
  where run.project_id = $1 and run.received_at < $2::timestamptz`

const runsWithFiles = (scoped: TenantScope, before: Date, published: ReadonlySet<string>) =>
  olderRuns(scoped, WITH_FILES, before, published)

const runsWithSamples = (scoped: TenantScope, before: Date, published: ReadonlySet<string>) =>
  olderRuns(scoped, WITH_SAMPLES, before, published)

async function olderRuns(scoped: TenantScope, sql: string, before: Date, published: ReadonlySet<string>) {
  const rows = await readRows(scoped, z.object({ id: z.string() }), sql, [scoped.projectId, before.toISOString()])
  return rows.map(({ id }) => id).filter((id) => !published.has(id))
}

function* batches(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH)
}

async function deleteFiles({ projectId, by, prisma }: TenantScope, runIds: string[]): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const profiles = await tx.profile.findMany({ where: { projectId, result: { runId: { in: runIds } } } })
    const profiled = new Set(profiles.map(({ sha256 }) => sha256))
    const stored = await tx.attachment.findMany({ where: { projectId, runId: { in: runIds } } })
    const files = stored.filter(({ sha256 }) => !profiled.has(sha256))
    await tx.attachment.deleteMany({ where: { projectId, id: { in: files.map(({ id }) => id) } } })
    const ofRuns = Map.groupBy(files, ({ runId }) => runId)
    await tx.runRemoval.createMany({
      data: [...ofRuns].map(([runId, own]) => ({
        ...{ projectId, id: randomUUID(), runId },
        files: [...new Set(own.map(({ sha256 }) => sha256))],
      })),
    })
    const object = { kind: 'project', id: projectId, name: 'retention' }
    const after = { runs: [...ofRuns.keys()], files: files.length }
    await writeAudit(tx, projectId, by, { action: 'project.files-expired', object, after })
  })
}

async function deleteSamples({ projectId, by, prisma }: TenantScope, runIds: string[]): Promise<void> {
  await prisma.$transaction(async (tx) => {
    await tx.run.updateMany({
      where: { projectId, id: { in: runIds } },
      data: { validityVersion: JUDGED_FOR_GOOD },
    })
    const { count } = await tx.sampleSeries.deleteMany({ where: { projectId, result: { runId: { in: runIds } } } })
    const object = { kind: 'project', id: projectId, name: 'retention' }
    const after = { runs: runIds, series: count }
    await writeAudit(tx, projectId, by, { action: 'project.samples-expired', object, after })
  })
}
