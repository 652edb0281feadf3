import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// The table of allowed imports is lint configuration; these tests prove that it works. Each row is a file that would
// break (or keep) the table, checked by the real linter with the real biome.json.

const root = join(import.meta.dirname, '..')

type Row = { file: string; line: string }

const forbidden: Row[] = [
  { file: 'packages/domain/src/stats/median.ts', line: `import { readFileSync } from 'node:fs'` },
  { file: 'packages/domain/src/stats/mean.ts', line: `import pg from 'pg'` },
  { file: 'packages/domain/src/stats/rank.ts', line: `import superjson from 'superjson'` },
  { file: 'packages/domain/src/stats/gap.ts', line: `import { openDatabase } from '@assay/db/open'` },
  { file: 'packages/domain/src/stats/type.ts', line: `import type { Database } from '@assay/db/types'` },
  { file: 'packages/domain/src/stats/away.ts', line: `import { openDatabase } from '../../../db/src/open.ts'` },
  { file: 'packages/domain/src/stats/away.test.ts', line: `import { openDatabase } from '@assay/db/open'` },
  { file: 'packages/db/src/runs.ts', line: `import { initTRPC } from '@trpc/server'` },
  { file: 'packages/db/src/tests.ts', line: `import { appRouter } from '@assay/api/router'` },
  { file: 'packages/api/src/runs/router.ts', line: `import pg from 'pg'` },
  { file: 'packages/api/src/runs/client.ts', line: `import { PrismaClient } from '@prisma/client'` },
  { file: 'packages/api/src/runs/page.ts', line: `import Link from 'next/link'` },
  { file: 'packages/api/src/runs/inner.ts', line: `import { runs } from '../../../db/src/runs.ts'` },
  { file: 'apps/web/src/features/runs/list.ts', line: `import { openDatabase } from '@assay/db/open'` },
  { file: 'apps/web/src/features/runs/call.ts', line: `import { appRouter } from '@assay/api/router'` },
  { file: 'apps/web/src/app/runs/page.tsx', line: `import { appRouter } from '@assay/api/router'` },
  { file: 'apps/web/src/features/runs/lazy.ts', line: `export const lazy = () => import('@assay/api/router')` },
  { file: 'apps/web/src/features/runs/chart.tsx', line: `import { Line } from 'recharts'` },
  { file: 'apps/web/src/ui/line.tsx', line: `import { Line } from 'recharts'` },
  { file: 'apps/web/src/charts/line.tsx', line: `import type { Router } from '@assay/api/router'` },
  { file: 'apps/web/src/trpc/pool.ts', line: `import pg from 'pg'` },
  { file: 'apps/cli/src/push.ts', line: `import { appRouter } from '@assay/api/router'` },
  { file: 'apps/cli/src/store.ts', line: `import { openDatabase } from '@assay/db/open'` },
  { file: 'e2e/compare.e2e.ts', line: `import { openDatabase } from '@assay/db/open'` },
]

const allowed: Row[] = [
  { file: 'packages/domain/src/stats/good.ts', line: `import { z } from 'zod'` },
  { file: 'packages/domain/src/stats/near.ts', line: `import { ok } from '../result.ts'` },
  { file: 'packages/domain/src/stats/good.test.ts', line: `import { readFileSync } from 'node:fs'` },
  { file: 'packages/db/src/crud/tokens/pool.ts', line: `import pg from 'pg'` },
  { file: 'packages/db/src/key.ts', line: `import { versionSortKey } from '@assay/domain/run/compare-versions'` },
  { file: 'packages/api/src/runs/upload.ts', line: `import { openDatabase } from '@assay/db/open'` },
  { file: 'apps/web/src/features/runs/types.ts', line: `import type { Router } from '@assay/api/router'` },
  { file: 'apps/web/src/trpc/caller.ts', line: `import { appRouter } from '@assay/api/router'` },
  { file: 'apps/web/src/trpc/database.ts', line: `import { openDatabase } from '@assay/db/open'` },
  { file: 'apps/web/src/app/api/v1/runs/route.ts', line: `import { uploadRun } from '@assay/api/runs/upload-run'` },
  { file: 'apps/web/src/charts/bars.tsx', line: `import { Bar } from 'recharts'` },
  { file: 'apps/cli/src/client.ts', line: `import type { Router } from '@assay/api/router'` },
]

const tree = realpathSync(mkdtempSync(join(tmpdir(), 'assay-import-table-')))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

for (const name of ['biome.json', '.gitignore']) copyFileSync(join(root, name), join(tree, name))
cpSync(join(root, 'scripts/lint'), join(tree, 'scripts/lint'), { recursive: true })
mkdirSync(join(tree, '.git'))
symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'dir')
for (const { file, line } of [...forbidden, ...allowed]) {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), `${line}\n`)
}
const complaints = complaintsByFile()

test.each(forbidden)('$file must not contain $line', ({ file }) => {
  expect(complaints.has(file)).toBe(true)
})

test.each(allowed)('$file may contain $line', ({ file }) => {
  expect(complaints.has(file)).toBe(false)
})

/** Returns files in which the linter found a forbidden import. Other rules are not run. */
function complaintsByFile(): Set<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = ['lint', '--reporter=github', '--max-diagnostics=none', '.']
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...args], { cwd: tree, encoding: 'utf8' })
  const found = [...stdout.matchAll(/^::error title=(\S+?),file=([^,]+),/gm)]
  if (found.length === 0 || stdout.includes(' errored: '))
    throw new Error(`biome could not lint the tree:\n${stdout}\n${stderr}`)
  const ofTheTable = found.filter(([, rule]) => rule === 'lint/style/noRestrictedImports' || rule === 'plugin')
  return new Set(ofTheTable.map(([, , file = '']) => relative(tree, file)))
}
