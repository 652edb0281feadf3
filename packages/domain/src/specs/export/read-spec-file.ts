import { parseStrictJson } from '../../json/strict-json.ts'
import { err, ok, type Result } from '../../result.ts'
import { RECORD_BEGINS } from './spec-markdown.ts'
import { SpecRecord, textsOf } from './spec-record.ts'

export type SpecFile = {
  /** The text without title block, figures and appendix. */
  text: string
  /** Hash of the text as the file states it; null for other Markdown. */
  sha256: string | null
  record: SpecRecord | null
  /** Paths of values of the record that this version does not know, and that are not part of the result. */
  unknown: string[]
}

type ReadRecord = { record: SpecRecord; unknown: string[] }

const BEGIN = /^<!-- assay: the text, sha256 ([0-9a-f]{64}) -->$/m

/**
 * Parses a file of `specMarkdown`, or a record in JSON. Other Markdown is returned as a text without a record. Line
 * breaks of any system are accepted.
 *
 * @returns an error for an exported file that is truncated.
 */
export function readSpecFile(file: string): Result<SpecFile, string> {
  const content = withPlainLineBreaks(file)
  if (content.startsWith('{')) return readJson(content)
  const begin = BEGIN.exec(content)
  const [line, sha256] = begin ?? []
  if (begin === null || line === undefined || sha256 === undefined)
    return ok({ text: content, sha256: null, record: null, unknown: [] })
  const from = begin.index + line.length + 2
  const to = content.lastIndexOf(`\n\n<!-- assay: end of the text, sha256 ${sha256} -->`)
  if (to < from - 2) return err('The file is truncated: its text has no end mark.')
  const text = content.slice(from, Math.max(from, to))
  const record = readRecord(content.slice(to))
  return record.ok ? ok({ text, sha256, record: null, unknown: [], ...record.value }) : record
}

/** The content of a file without a byte order mark and with the line breaks of exports. */
export const withPlainLineBreaks = (file: string): string => file.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')

/** The record; null if it was removed from the file, whose text can still be read. */
function readRecord(after: string): Result<ReadRecord | null, string> {
  const at = after.lastIndexOf(`\n${RECORD_BEGINS}\n`)
  if (at < 0) return ok(null)
  const begin = at + RECORD_BEGINS.length + 2
  const end = after.indexOf('\n-->', begin)
  return understood(after.slice(begin, end < 0 ? undefined : end), 'The record at the end of the file')
}

/** Parses a record without a text; the text is that of the exported revision. */
function readJson(content: string): Result<SpecFile, string> {
  const read = understood(content, 'The file')
  if (!read.ok) return read
  const { record, unknown } = read.value
  const shown = textsOf(record).find(({ number }) => number === record.shown)
  if (shown === undefined) return err('The file lacks the revision that it says it shows.')
  return ok({ text: shown.text, sha256: shown.sha256, record, unknown })
}

function understood(text: string, what: string): Result<ReadRecord, string> {
  const json = parseStrictJson(text)
  // A key that occurs twice would show one value to a reader of the file and another one to a program.
  if (!json.ok) return err(`${what} is truncated or was edited: ${json.error.pointer} ${json.error.message}.`)
  const read = SpecRecord.safeParse(json.value)
  if (read.success) return ok({ record: read.data, unknown: unknownPaths(json.value, read.data) })
  const [issue] = read.error.issues
  return err(`${what} is not understood: ${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`)
}

/** Paths of values that a schema has dropped. */
function unknownPaths(value: unknown, known: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || typeof known !== 'object' || known === null) return []
  const left = new Map(Object.entries(known))
  return Object.entries(value).flatMap(([key, inner]) =>
    left.has(key) ? unknownPaths(inner, left.get(key), `${path}/${key}`) : [`${path}/${key}`],
  )
}
