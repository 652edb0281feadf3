#!/usr/bin/env node
// The runner's tool in this checkout: npx assay. On a runner by itself it is one file, see docs/cli.md.

import process from 'node:process'
import { ensureNode } from '../scripts/lib/bootstrap/node.mjs'

await ensureNode()
try {
  await import('../apps/cli/src/main.ts')
} catch (error) {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
    console.error('assay is not set up in this checkout yet: npm start does it, once.')
    process.exit(1)
  }
  throw error
}
