import { DOCS, type Doc } from './doc-list.ts'

/** Splits a text at the names of documents, such as `docs/csv.md`. A file that is not listed stays text. */
export function splitDocNames(text: string): { text: string; doc: Doc | null }[] {
  return text
    .split(/(\bdocs\/[\w-]+\.md)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const name = /^docs\/([\w-]+)\.md$/.exec(piece)?.[1]
      return { text: piece, doc: DOCS.find((doc) => doc.name === name) ?? null }
    })
}
