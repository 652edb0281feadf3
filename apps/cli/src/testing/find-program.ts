import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Finds a program on the path or in the folders of Debian's Postgres; null when it is not installed. */
export function findProgram(name: string, path: string | undefined): string | null {
  const folders = [...(path ?? '').split(':'), ...postgresFolders()]
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function postgresFolders(): string[] {
  const parent = '/usr/lib/postgresql'
  try {
    return readdirSync(parent).map((version) => join(parent, version, 'bin'))
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
