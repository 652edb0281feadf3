import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PlainError } from '../plain-error.ts'
import { PRISMA_DIRECTORY } from './migration-files.ts'

/**
 * Applies the pending migrations in a process of its own: the engine can be loaded once per process and holds it open.
 *
 * @param directory where schema.prisma and the migrations are.
 * @returns the names of those that were applied.
 * @throws PlainError with what it complained about.
 */
export async function migrateInChild(url: string, directory: string = PRISMA_DIRECTORY): Promise<string[]> {
  const script = join(import.meta.dirname, '../../migrate.ts')
  try {
    const env = { ...process.env, DATABASE_URL: url } // Not an argument: other users of the machine could read it.
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'deploy', '--prisma', directory], { env })
    return [...stdout.matchAll(/^applied (\S+)$/gm)].map(([, name = '']) => name)
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new PlainError(stderr, { cause: error })
  }
}
