import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { TraceQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'

/** The address of the OpenTelemetry traces of a project. */
export function traceQueries({ projectId, by, prisma }: TenantScope): TraceQueries {
  return {
    url: async () => (await prisma.traceSetting.findUnique({ where: { projectId } }))?.url ?? null,

    setUrl: (url) =>
      prisma.$transaction(async (tx) => {
        const stored = await tx.traceSetting.findUnique({ where: { projectId } })
        if (url === null) await tx.traceSetting.deleteMany({ where: { projectId } })
        else await tx.traceSetting.upsert({ where: { projectId }, create: { projectId, url }, update: { url } })
        await writeAudit(tx, projectId, by, {
          action: 'project.traces-changed',
          object: { kind: 'project', id: projectId, name: 'traces' },
          ...{ before: { url: stored?.url ?? null }, after: { url } },
        })
      }),
  }
}
