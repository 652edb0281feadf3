import { join } from 'node:path'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { hashFiles, isStamped, writeStamp } from '../lib/bootstrap/stamp.mjs'
import { runNode } from './run-command.ts'

const STAMP = join(ROOT, 'packages/db/src/generated/.assay-stamp')
const INPUTS = ['prisma/schema.prisma', 'prisma.config.ts', 'pnpm-lock.yaml']

/** Generates the Prisma client from the schema. @returns false when it was generated from the same schema before */
export async function generateClient(signal: AbortSignal): Promise<boolean> {
  const hash = hashFiles(
    ROOT,
    INPUTS.map((path) => join(ROOT, path)),
  )
  if (isStamped(STAMP, hash)) return false
  await runNode([join(ROOT, 'node_modules/prisma/build/index.js'), 'generate'], {
    what: 'prisma generate',
    env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
    signal,
  })
  writeStamp(STAMP, hash)
  return true
}
