import { createToken, hashToken } from '@assay/api/access/token'
import type { Services } from '@assay/api/services'
import type { Project } from '@assay/db/types'

export const addProject = (services: Services, slug: string): Promise<Project> =>
  services.db.projects.ensure({ organization: slug, slug, name: slug, description: '', visibility: 'public' })

export async function addToken(services: Services, project: Project): Promise<string> {
  const token = createToken('runner')
  await services.db.tokens.insert({
    projectId: project.id,
    name: 'chaos',
    prefix: 'assay_runner',
    lastFour: token.slice(-4),
    scopes: ['read', 'upload', 'write'],
    expiresAt: null,
    tokenSha256: hashToken(token),
  })
  return token
}
