import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { splitSections } from '@assay/domain/publish/markdown/split-sections'
import { readEnvironment } from '../env.ts'
import { DOCS, isDoc } from '../features/docs/doc-list.ts'
import type { DocText } from '../features/docs/search-docs.ts'

const fileOf = (path: string) => join(readEnvironment().ASSAY_DOCS_DIR, path)

/** Returns the Markdown of a document; null for a name that is not listed. */
export const readDoc = async (name: string): Promise<string | null> =>
  isDoc(name) ? await readFile(fileOf(`${name}.md`), 'utf8') : null

/** Returns a picture of the documents; null when there is none. */
export const readDocPicture = async (name: string): Promise<Buffer | null> =>
  /^[\w-]+\.png$/.test(name) ? await readFile(fileOf(`pictures/${name}`)).catch(() => null) : null

let all: Promise<DocText[]> | undefined

/** Returns every document for a search. The files do not change while a server runs. */
export function readAllDocs(): Promise<DocText[]> {
  all ??= Promise.all(
    DOCS.map(async (doc) => ({ ...doc, sections: splitSections((await readDoc(doc.name)) ?? '') })),
  ).catch((error: unknown) => {
    all = undefined
    throw error
  })
  return all
}
