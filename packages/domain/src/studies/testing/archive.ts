import { posix } from 'node:path'
import { importFiles } from '../../import/import-files.ts'
import { labArchive } from '../../import/testing/lab-profiles.ts'
import type { UploadDocument } from '../../run/upload-document.ts'
import { listArchive, readArchive } from '../../testing/archive.ts'

/** The documents that our importer makes of the text files below a directory of the fixtures, in the order of their names. */
export function importArchive(directory: string): readonly UploadDocument[] {
  const files = listArchive(`fixtures/${directory}/`).map((path) => ({
    path: posix.join(posix.basename(directory), path),
    text: readArchive(`fixtures/${directory}/${path}`),
  }))
  return importFiles(files, { profile: labArchive }).documents
}

/** Rows of a published table by the names of its columns. */
export function publishedRows(table: string): Record<string, string>[] {
  const [header = '', ...lines] = readArchive(`published-tables/${table}.csv`).trim().split('\n')
  const names = splitCsv(header)
  return lines.map((line) => Object.fromEntries(splitCsv(line).map((field, i) => [names[i] ?? '', field])))
}

function splitCsv(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
