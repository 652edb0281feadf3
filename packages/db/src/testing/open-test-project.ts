import { openDatabase, scopeOf } from '../open.ts'
import { createTestDatabase } from '../testing.ts'
import type { Database, ProjectQueries } from '../types.ts'

export type TestProject = {
  url: string
  db: Database
  projectId: string
  project: ProjectQueries
  /** Opens a second project. */
  other(slug: string): Promise<{ projectId: string; project: ProjectQueries }>
  close(): Promise<void>
}

/** Opens a database with one empty project; `rewrite` changes tenant-scoped statements. */
export async function openTestProject({
  rewrite = null,
}: {
  rewrite?: ((sql: string) => string) | null
} = {}): Promise<TestProject> {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { rewrite })
  const other = async (slug: string) => {
    const stored = await db.projects.ensure({
      organization: 'lab',
      slug,
      name: slug,
      description: '',
      visibility: 'public',
    })
    return { projectId: stored.id, project: db.in(scopeOf(stored)) }
  }
  return {
    url: database.url,
    db,
    ...(await other('first')),
    other,
    async close() {
      await db.close()
      await database.drop()
    },
  }
}
