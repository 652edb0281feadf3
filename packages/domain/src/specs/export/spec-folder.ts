import { err, ok, type Result } from '../../result.ts'
import { appendixOf } from '../appendix/appendix.ts'
import { appendixMarkdown } from '../appendix/appendix-text.ts'
import { type AttachmentFile, attachmentAddress } from '../attachments/attachment.ts'
import { verifyRecord } from '../seal/verify-spec-file.ts'
import { readSpecFile, withPlainLineBreaks } from './read-spec-file.ts'
import { beginOfText, endOfText, RECORD_BEGINS } from './spec-markdown.ts'
import { RENDERING, type RevisionRecord, recordText, type SpecRecord, specOf, textsOf } from './spec-record.ts'

// A spec as files of a git repository: its text and every revision as Markdown, its attachments, its appendix, and the
// record from which the seal is verified and the spec is imported.

/** A file by its path in the folder of the spec; the content of an attachment is base64. */
export type FolderFile = { path: string; encoding: 'utf8' | 'base64'; content: string }

export const TEXT_FILE = 'spec.md'
export const RECORD_FILE = 'record.json'
const APPENDIX_FILE = 'appendix.md'
const revisionFile = (number: number): string => `revision-${number}.md`

/** The files of a spec. All Markdown is in one folder, so that the relative addresses of attachments work in each. */
export function specFolder(record: SpecRecord): FolderFile[] {
  const revisions = textsOf(record)
  const shown = revisions.find(({ number }) => number === record.shown)
  const { name, title, kind, state } = record
  const seal = verifyRecord(record).seal?.sha256
  const about = { spec: name, kind, title, state, organization: record.organization, project: record.project }
  const text = (path: string, content: string): FolderFile => ({ path, encoding: 'utf8', content })
  return [
    ...(shown === undefined
      ? []
      : [text(TEXT_FILE, withFrontMatter({ ...about, ...factsOf(shown), seal }, shown.text))]),
    ...revisions.map((one) =>
      text(revisionFile(one.number), withFrontMatter({ spec: name, title: one.title, ...factsOf(one) }, one.text)),
    ),
    ...record.files.map(
      (file): FolderFile => ({
        ...{ path: attachmentAddress(file.name), encoding: 'base64', content: file.content },
      }),
    ),
    text(APPENDIX_FILE, appendixMarkdown(appendixOf(specOf(record)))),
    text(RECORD_FILE, `${recordText({ ...record, files: [] })}\n`),
  ]
}

const factsOf = ({ number, author, madeAt, note, sha256 }: RevisionRecord) => ({
  ...{ revision: number, author, date: madeAt, note, sha256 },
})

/** JSON values on one line each are YAML, and no value contains a line of the front matter's end. */
function withFrontMatter(facts: Record<string, string | number | undefined>, text: string): string {
  const lines = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  )
  return `---\n${lines.join('\n')}\n---\n\n${text}\n`
}

/** The text after the front matter, with the line breaks of any system. */
export const withoutFrontMatter = (file: string): string =>
  withPlainLineBreaks(file)
    .replace(/^---\n(?:[\w-]+:.*\n)*---\n\n?/, '')
    .replace(/\n$/, '')

/**
 * Makes one file of a folder, which is verified and imported like an exported file.
 *
 * @param read returns the content of a file of the folder, of an attachment in base64; null when it is not there
 * @returns the file, the record in JSON with the attachments, and the files that are not what the record says
 */
export async function specFileOfFolder(
  read: (path: string, encoding: FolderFile['encoding']) => Promise<string | null>,
): Promise<Result<{ file: string; record: string; changed: string[] }, string>> {
  const [text, json] = [await read(TEXT_FILE, 'utf8'), await read(RECORD_FILE, 'utf8')]
  if (text === null || json === null) {
    return err(`The folder has no ${text === null ? TEXT_FILE : RECORD_FILE}. Name the folder of a spec, such as FS-1.`)
  }
  const parsed = readSpecFile(json)
  if (!parsed.ok) return parsed
  const { record, sha256 } = parsed.value
  if (record === null || sha256 === null) return err(`${RECORD_FILE} is not a record of a spec.`)
  const files = new Map<string, AttachmentFile>()
  for (const attachment of textsOf(record).flatMap(({ attachments }) => attachments)) {
    if (files.has(attachment.name)) continue
    const content = await read(attachmentAddress(attachment.name), 'base64')
    if (content !== null) files.set(attachment.name, { ...attachment, content })
  }
  const whole = recordText({ ...record, files: [...files.values()] })
  const parts = [
    `${beginOfText(sha256)}\n\n${withoutFrontMatter(text)}\n\n${endOfText(sha256)}`,
    `${RECORD_BEGINS}\n${whole}\n-->\n`,
  ]
  return ok({ file: parts.join('\n\n'), record: whole, changed: await changedFiles(record, read) })
}

/** The readable files of a folder that differ from those of its record; a revision or appendix may be missing. */
async function changedFiles(
  record: SpecRecord,
  read: (path: string, encoding: FolderFile['encoding']) => Promise<string | null>,
): Promise<string[]> {
  const changed: string[] = []
  // Another version of Assay may have written other front matter and another appendix.
  const isSameRendering = record.rendering === RENDERING
  const comparable = isSameRendering ? withPlainLineBreaks : withoutFrontMatter
  for (const { path, encoding, content } of specFolder(record)) {
    if (encoding === 'base64' || path === RECORD_FILE || (path === APPENDIX_FILE && !isSameRendering)) continue
    const stored = await read(path, encoding)
    if (stored !== null && comparable(stored) !== comparable(content)) changed.push(path)
  }
  return changed
}
