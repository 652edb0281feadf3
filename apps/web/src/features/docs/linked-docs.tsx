import { docPath } from '../../paths.ts'
import { DOCS, type Doc } from './doc-list.ts'

/** A message with links to the documents that it names, such as `docs/csv.md`. */
export const LinkedDocs = ({ text }: { text: string }) =>
  splitDocNames(text).map(({ text, doc }, index) =>
    doc === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a message may name a document twice
      <a key={index} href={docPath(doc.name)}>
        {doc.title}
      </a>
    ),
  )

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
