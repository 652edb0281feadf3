import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isExecRecordName, parseExecRecord } from '@assay/domain/import/exec-record'
import { systemCode } from '../stop.ts'

/** The state of a result folder: equal prints mean that no file was added, deleted or changed. */
export type FolderPrint = {
  print: string
  fileCount: number
  isMarkedDone: boolean
  /** True when a record of assay exec states that its benchmark is still running. */
  isRunning: boolean
}

/** Name of a file that marks the folder as complete. */
const DONE_MARKER = 'done'

/** Lists the result folders by name: those directly below the watched one. */
export async function listResultFolders(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [])).sort()
}

/**
 * Fingerprints a folder by path, size and modification time of every file below, except hidden ones, which an upload
 * leaves out too.
 */
export async function printFolder(folder: string): Promise<FolderPrint> {
  const hash = createHash('sha256')
  const found = { fileCount: 0, isMarkedDone: false, isRunning: false }
  await walk(folder, '')
  return { ...found, print: hash.digest('hex') }

  async function walk(path: string, inside: string): Promise<void> {
    for (const entry of (await listOrGone(path)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue
      const name = `${inside}${entry.name}`
      if (entry.isDirectory()) {
        await walk(join(path, entry.name), `${name}/`)
        continue
      }
      const facts = await stat(join(path, entry.name)).catch(goneIsNull)
      if (facts === null) continue
      if (name === DONE_MARKER) found.isMarkedDone = true
      else found.fileCount++
      if (isExecRecordName(name)) found.isRunning ||= await saysRunning(join(path, entry.name))
      hash.update(`${JSON.stringify([name, facts.size, facts.mtimeMs])}\n`)
    }
  }
}

async function saysRunning(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(goneIsNull)
  return text !== null && parseExecRecord(text, path).value?.outcome === 'running'
}

const listOrGone = async (path: string) => (await readdir(path, { withFileTypes: true }).catch(goneIsNull)) ?? []

function goneIsNull(cause: unknown): null {
  if (systemCode(cause) === 'ENOENT') return null
  throw cause
}
