import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { hashFiles, isStamped, writeStamp } from '../lib/bootstrap/stamp.mjs'
import { runNode } from './run-command.ts'

const WEB = join(ROOT, 'apps/web')
const STANDALONE = join(WEB, '.next/standalone/apps/web')
const FINISH = join(import.meta.dirname, 'finish-build.ts')
const STAMP = join(WEB, '.next/.assay-build')

/** The last file that a build writes. */
const SERVER = join(STANDALONE, 'server.js')

const INPUTS = [
  'apps/web',
  'apps/cli',
  'packages/charts',
  'packages/domain',
  'packages/db',
  'packages/api',
  'prisma/schema.prisma', // The generated client is excluded below, because it is generated from this file.
  'pnpm-lock.yaml',
  'tsconfig.base.json',
]

// Files that the build writes or does not read.
const NO_INPUT = /(^|\/)(node_modules|\.next|dist|generated|fixtures|next-env\.d\.ts)$|\.tsbuildinfo$|\.test\.tsx?$/

/** Builds the web app into a standalone server. @returns false when nothing changed since the last build */
export async function buildWeb(signal: AbortSignal): Promise<boolean> {
  const hash = hashFiles(
    ROOT,
    INPUTS.map((path) => join(ROOT, path)),
    (path) => !NO_INPUT.test(path),
  )
  if (existsSync(SERVER) && isStamped(STAMP, hash)) return false
  rmSync(STAMP, { force: true })
  await runNode([join(WEB, 'node_modules/next/dist/bin/next'), 'build'], {
    what: 'next build',
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    signal,
  })
  // The server serves these files, and the build does not copy them.
  cpSync(join(WEB, '.next/static'), join(STANDALONE, '.next/static'), { recursive: true })
  if (existsSync(join(WEB, 'public'))) cpSync(join(WEB, 'public'), join(STANDALONE, 'public'), { recursive: true })
  const built = ['static', 'server'].map((folder) => join(STANDALONE, '.next', folder))
  await Promise.all([
    runNode([FINISH, ...built], { what: 'compress the pages', env: process.env, signal }),
    // Runners install the command from the server, so that both have the same version.
    runNode([join(ROOT, 'apps/cli/bundle.ts'), join(STANDALONE, 'public/cli'), '--package'], {
      what: 'bundle the command assay',
      env: process.env,
      signal,
    }),
  ])
  writeStamp(STAMP, hash)
  return true
}
