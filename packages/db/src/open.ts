import { listCells } from './cells/list-cells.ts'
import { connect } from './connection.ts'
import { projectDirectory } from './projects.ts'
import { checkReadiness } from './readiness.ts'
import { tokenStore } from './tokens.ts'
import type { Database, ProjectScope } from './types.ts'
import { uploadRun } from './upload/upload-run.ts'

const CONNECTIONS = 10

/** Opens the database; connections are made when they are needed, `max` of them at most. */
export function openDatabase(url: string, { max = CONNECTIONS }: { max?: number } = {}): Database {
  const connection = connect(url, max)
  const { pool, prisma, known } = connection
  return {
    projects: projectDirectory(connection),
    tokens: tokenStore(connection),
    in: ({ projectId }: ProjectScope) => ({
      runs: { upload: (upload) => uploadRun(pool, known, projectId, upload) },
      cells: { list: (query) => listCells(pool, projectId, query) },
    }),
    ready: () => checkReadiness(pool),
    async close() {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}
