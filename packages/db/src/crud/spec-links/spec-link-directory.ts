import { SPEC_KINDS } from '@assay/domain/specs/spec'
import { z } from 'zod'
import type { Connection } from '../../connection.ts'
import { SERVER_ACTOR } from '../../scope/server-actor.ts'
import { ofSecret } from '../shares/secret-key.ts'
import type { SpecLinkDirectory } from './spec-link-types.ts'

/** Finds public links of specs by their secret, without a tenant scope, because the project is not known yet. */
export function specLinkDirectory({ prisma, scoped }: Pick<Connection, 'prisma' | 'scoped'>): SpecLinkDirectory {
  return {
    async findBySecret(key) {
      const link = await prisma.specLink.findFirst({ where: ofSecret(key) })
      if (link === null) return null
      const { projectId, specId } = link
      // Row-level security shows specs only in the scope of their project.
      const spec = await scoped(projectId, SERVER_ACTOR).prisma.spec.findUniqueOrThrow({
        where: { projectId_id: { projectId, id: specId } },
        select: { kind: true, number: true },
      })
      return {
        id: link.id,
        projectId,
        spec: { ...spec, kind: z.enum(SPEC_KINDS).parse(spec.kind) },
        expiresAt: link.expiresAt?.toISOString() ?? null,
        revokedAt: link.revokedAt?.toISOString() ?? null,
      }
    },
  }
}
