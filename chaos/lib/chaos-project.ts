import type { Services } from '@assay/api/services'
import type { Project } from '@assay/db/types'
import { insertToken } from '@assay/testing/server/insert-token'

export const addProject = (services: Services, slug: string): Promise<Project> =>
  services.db.projects.ensure({ organization: slug, slug, name: slug, description: '', visibility: 'public' })

export const addToken = async (services: Services, { id }: Project): Promise<string> =>
  (await insertToken(services.db, id, { name: 'chaos' })).token
