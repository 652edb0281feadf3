import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type ImportFile, importFiles } from '@assay/domain/import/import-files'
import type { UploadConfig, UploadDocument, UploadResult } from '@assay/domain/run/upload-document'
import { demoProfile } from '@assay/testing/import/demo-profile'
import type { DemoSet } from './sets.ts'

/** Repository that published the figures, at the commit from which they were copied. */
const REPOSITORY = 'mdcallag/mytools'
const COMMIT = 'e1ba3d9edff258d867ef6430353cb4dc60e5eca4'

/** The only settings that our own description of the archive states; the rest of a config is its author's text. */
const STATED_SETTINGS: ReadonlySet<string> = new Set(['io_method'])

/**
 * Creates the documents of a set: numbers and names, by our own importer, and no text of others, such as commands,
 * config files or logs.
 *
 * @param archive directory of the fixtures.
 */
export function makeSet(set: DemoSet, archive: string): UploadDocument[] {
  const files = [...listFiles(join(archive, set.directory))].map((file) =>
    readArchiveFile(file, join(archive, set.directory)),
  )
  const placed = files.map(({ path, text }) => ({ path: posix.join(set.name, path), text }))
  const { documents } = importFiles(placed, { profile: demoProfile })
  return documents
    .filter((document) => set.shows?.(document) ?? true)
    .map((document) => figuresOnly(document, publishedPath(document, set, archive)))
}

/** Serializes one document per line, so that a change of one document changes one line. */
export function serialize(documents: readonly UploadDocument[]): string {
  return `[\n${documents.map((document) => JSON.stringify(document)).join(',\n')}\n]\n`
}

function* listFiles(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* listFiles(path)
    else yield path
  }
}

function readArchiveFile(path: string, root: string): ImportFile {
  const bytes = readFileSync(path)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return {
    path: relative(root, path).replaceAll('\\', '/'),
    text: (isGzip ? gunzipSync(bytes) : bytes).toString('utf8'),
  }
}

/**
 * Returns where a run was published: its own directory or file, or for a column of a table the directory of the table.
 */
function publishedPath({ source }: UploadDocument, set: DemoSet, archive: string): string {
  const inSet = source?.name.slice(set.name.length) ?? ''
  const isThere = existsSync(join(archive, set.directory, inSet))
  return posix.join(set.published, isThere ? inSet : posix.dirname(inSet)).replace(/\/$/, '')
}

function figuresOnly(
  { notes: _notes, attachments: _attachments, testbed: _testbed, ...document }: UploadDocument,
  path: string,
): UploadDocument {
  return {
    ...document,
    config: statedConfig(document.config),
    results: document.results.map(withoutCommand),
    source: {
      name: `${REPOSITORY} ${path}`,
      url: `https://github.com/${REPOSITORY}/tree/${COMMIT}/${path.split('/').map(encodeURIComponent).join('/')}`,
    },
  }
}

function statedConfig({ name, settings = {} }: UploadConfig): UploadConfig {
  const stated = Object.entries(settings).filter(([key]) => STATED_SETTINGS.has(key))
  return stated.length === 0 ? { name } : { name, settings: Object.fromEntries(stated) }
}

const withoutCommand = ({ command: _command, samples: _samples, ...result }: UploadResult): UploadResult => result
