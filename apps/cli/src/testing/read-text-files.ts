import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of a folder with their texts, by their names. */
export async function readTextFiles(folder: string): Promise<{ path: string; text: string }[]> {
  const names = await readdir(folder)
  return Promise.all(names.map(async (name) => ({ path: name, text: await readFile(join(folder, name), 'utf8') })))
}
