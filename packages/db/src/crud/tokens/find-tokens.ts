import { projectKey } from '@assay/domain/projects/project-key'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import type { ApiToken } from '../../types.ts'
import { PROJECT } from '../organizations/create-project.ts'
import { asToken, FIND_BY_HASH, FoundToken, TOKEN } from './token-rows.ts'

type Client = Connection['prisma']

/**
 * Finds the token of a request, before the project is known.
 *
 * @param formerly hashes with earlier keys of the server; a token that is found by one is updated to the current hash.
 */
export async function findByHash(
  { pool, prisma }: Pick<Connection, 'pool' | 'prisma'>,
  hash: string,
  formerly: readonly string[],
) {
  const { rows } = await pool.query({ name: 'find-token', text: FIND_BY_HASH, values: [[hash, ...formerly]] })
  if (rows.length === 0) return null
  const { hash: stored, ...token } = FoundToken.parse(rows[0])
  if (stored !== hash) {
    const { projectId, id } = token
    await prisma.apiToken.updateMany({ where: { projectId, id, tokenSha256: stored }, data: { tokenSha256: hash } })
  }
  return token
}

export async function findToken(prisma: Client, { projectId, id }: Pick<ApiToken, 'projectId' | 'id'>) {
  if (!isUuid(id)) return null
  const row = await prisma.apiToken.findUnique({ where: { projectId_id: { projectId, id } }, select: TOKEN })
  return row && asToken(row)
}

/** Lists tokens of a project, oldest first. */
export async function listTokens(prisma: Client, projectId: string): Promise<ApiToken[]> {
  const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const
  const rows = await prisma.apiToken.findMany({ where: { projectId }, select: TOKEN, orderBy: [...orderBy] })
  return rows.map(asToken)
}

/** Lists tokens that a person created in any project, with the key of each project. */
export async function listMadeBy(prisma: Client, personId: string) {
  const rows = await prisma.apiToken.findMany({
    where: { createdBy: personId },
    select: { ...TOKEN, project: { select: PROJECT } },
    orderBy: [{ project: { slug: 'asc' } }, { createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ project, ...row }) => ({ ...asToken(row), project: projectKey(project) }))
}
