import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Characters outside of Latin-1. One of them makes V8 store two bytes for each character of a source text. */
const WIDE = /[^\0-\xff]/g
/** The only literals in which an escape is not the character itself. */
const WIDE_IN_RAW = /String\.raw`[^`]*[^\0-\xff]/

/** Replaces characters outside of Latin-1 in the scripts of a folder by escapes, so that a server keeps them in half the memory. */
export async function escapeWideCharacters(directory: string): Promise<void> {
  for (const name of await readdir(directory, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const path = join(directory, name)
    const source = await readFile(path, 'utf8')
    const escaped = withoutWideCharacters(source)
    if (escaped !== source) await writeFile(path, escaped)
  }
}

/** Escapes are equal to their characters in strings, templates, regular expressions and names. */
export function withoutWideCharacters(source: string): string {
  if (WIDE_IN_RAW.test(source)) return source
  return source.replace(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
