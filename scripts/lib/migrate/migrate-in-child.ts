import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PlainError } from '../plain-error.ts'
import { PRISMA_DIRECTORY } from './migration-files.ts'

/**
 * Applies the pending migrations in a child process, because the engine can be loaded once per process and keeps it
 * alive.
 *
 * @param directory of schema.prisma and the migrations.
 * @returns the names that were applied.
 * @throws PlainError with the messages of the child process.
 */
export async function migrateInChild(url: string, directory: string = PRISMA_DIRECTORY): Promise<string[]> {
  const script = join(import.meta.dirname, '../../migrate.ts')
  try {
    // An argument would be visible to other users of the machine.
    const env = { ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: '' }
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'deploy', '--prisma', directory], { env })
    return [...stdout.matchAll(/^applied (\S+)$/gm)].map(([, name = '']) => name)
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new PlainError(stderr, { cause: error })
  }
}
