// The results of an archive in DuckDB and pandas, as docs/archive.md opens them.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@assay/db/testing'
import { expect, test } from 'vitest'
import { ROOT } from '../../lib/bootstrap/node.mjs'
import { fillServer, openDrillServer, storeOf } from '../testing/drill-server.ts'
import { exportProject } from './export-project.ts'

const python = (script: string, cwd = ROOT) => spawnSync('python3', ['-c', script], { cwd, encoding: 'utf8' })
const isInstalled = python('import duckdb, pandas').status === 0
if (!isInstalled)
  console.log('DuckDB and pandas are not installed, so they read no archive (pip install duckdb pandas)')

test.skipIf(!isInstalled)('DuckDB and pandas open the results of an archive in one line', async () => {
  const database = await createTestDatabase()
  const server = openDrillServer(database.url)
  const folder = mkdtempSync(join(tmpdir(), 'assay-analysis-'))
  try {
    await fillServer(server)
    const source = { url: database.url, store: storeOf(server.dataDir) }
    const wanted = { organization: 'first', slug: 'first', since: null }
    const { results } = await exportProject(source, join(folder, 'archive'), wanted)
    const document = readFileSync(join(ROOT, 'docs/archive.md'), 'utf8')
    const query = /duckdb -c "(select .*)"/.exec(document)?.[1] ?? ''
    const pandas = /python3 -c "(.*)"/.exec(document)?.[1] ?? ''
    const answer = python(
      `import duckdb, json
${pandas}
rows = duckdb.sql("""${query}""").fetchall()
count = duckdb.sql("select count(*), count(value) from 'results.ndjson.gz'").fetchall()[0]
print(json.dumps([sorted(rows), count, len(pandas.read_json('results.ndjson.gz', lines=True))]))`,
      join(folder, 'archive'),
    )
    expect(answer.stderr).toBe('')
    const [rows, count, lines] = JSON.parse(answer.stdout.trim().split('\n').at(-1) ?? '')
    expect(rows.map(([version]: [string]) => version)).toEqual(['17.6', '18.0', '18.1'])
    expect([count, lines]).toEqual([[results.rows, results.rows], results.rows])
  } finally {
    await server.stop()
    server.remove()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})
