import { docPath } from '../../paths.ts'
import { splitDocNames } from './split-doc-names.ts'

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
