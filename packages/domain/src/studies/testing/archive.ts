import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { archiveProfileYaml } from '../../import/archive-profile.ts'
import { importFiles } from '../../import/import-files.ts'
import { parseImportProfile } from '../../import/profile.ts'
import { unwrap } from '../../result.ts'
import type { UploadDocument } from '../../run/upload-document.ts'

const ARCHIVE = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url))

/** The fixtures and published tables of others are read where they stand beside the checkout, and never copied. */
export const hasArchive = existsSync(ARCHIVE)
if (!hasArchive) console.warn('skipped: ../shared/data is not beside this checkout')

/** The documents that our importer makes of the text files below a directory of the fixtures, in the order of their names. */
export function importArchive(directory: string): readonly UploadDocument[] {
  const root = join(ARCHIVE, 'fixtures', directory)
  const files = [...listFiles(root)].sort().map((path) => {
    const bytes = readFileSync(path)
    const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
    return { path: posix.join(posix.basename(directory), relative(root, path).replaceAll('\\', '/')), text }
  })
  return importFiles(files, { profile: unwrap(parseImportProfile(archiveProfileYaml)) }).documents
}

/** Where a file of the fixtures lies. */
export const archiveFile = (path: string): string => join(ARCHIVE, 'fixtures', path)

/** Rows of a published table by the names of its columns. */
export function publishedRows(table: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(join(ARCHIVE, 'published-tables', `${table}.csv`), 'utf8')
    .trim()
    .split('\n')
  const names = splitCsv(header)
  return lines.map((line) => Object.fromEntries(splitCsv(line).map((field, i) => [names[i] ?? '', field])))
}

function* listFiles(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* listFiles(path)
    else yield path
  }
}

function splitCsv(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
