#!/usr/bin/env node
// The runner's tool in this checkout: npx assay. On a runner by itself it is one file, see docs/cli.md. Commands of an
// operator, which need the database, run in a checkout and in the container image only.

import process from 'node:process'
import { ensureNode } from '../scripts/lib/bootstrap/node.mjs'

const ADMIN = [
  'backup',
  'restore',
  'verify',
  'accept-secret',
  'reset-second-factor',
  'end-sessions',
  'verify-domain',
  'allow-other-sign-ins',
  'verify-audit',
  'verify-audit-export',
  'quota',
  'export-project',
  'import-project',
  'mail-in',
  'distribute',
]

await ensureNode()
try {
  if (ADMIN.includes(process.argv[2] ?? '')) {
    const { runAdmin } = await import('../scripts/admin/admin.ts')
    process.exit(await runAdmin(process.argv.slice(2)))
  }
  await import('../apps/cli/src/main.ts')
} catch (error) {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
    console.error('assay is not set up in this checkout yet: npm start does it, once.')
    process.exit(1)
  }
  throw error
}
