import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { importFiles } from '@assay/domain/import/import-files'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { archivePath } from '../archive/archive.ts'
import { labArchive } from './lab-profiles.ts'

const SHARED = archivePath('')

/** The decompressed text of a file of the archive. */
export const archiveText = (path: string): string => {
  const bytes = readFileSync(SHARED + path)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** The files of a set, with paths relative to its directory. */
export function filesOf(set: string, pattern = /./) {
  const above = `fixtures/${set}`.replace(/[^/]+$/, '')
  const root = `fixtures/${set}`
  return readdirSync(SHARED + root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(SHARED.length))
    .filter((path) => pattern.test(path))
    .map((path) => ({ path: path.slice(above.length), text: archiveText(path) }))
}

const imported = new Map<string, ReturnType<typeof importFiles>>()

/** The import of a set, cached for all tests of a file. */
export function importSet(set: string, pattern = /./) {
  const key = `${set} ${pattern}`
  const result = imported.get(key) ?? importFiles(filesOf(set, pattern), { profile: labArchive })
  imported.set(key, result)
  return result
}

/** Values of one metric by test, clients and params. */
export function valuesOf({ metricNames, results }: UploadDocument, metric: string): Map<string, number> {
  const at = metricNames.indexOf(metric)
  return new Map(results.flatMap(({ test, values }) => (values[at] == null ? [] : [[test, values[at]]])))
}
