import { textLines } from '../../parse/text-lines.ts'

/** One JSON document in a file, its first line, and the statement printed before it. */
export type ExplainDocument = { json: string; line: number; statement: string | null }

/** The documents of a file; `cutAt` is the line at which the last of them begins when it has no end. */
export type ExplainDocuments = { documents: readonly ExplainDocument[]; cutAt: number | null }

/**
 * The JSON documents in the output of `explain (format json)`: plain, several one after another, or in the tables that
 * psql draws, where each line ends in `+`. Echoed statements between them are the statements of the plans.
 */
export function explainDocuments(text: string): ExplainDocuments {
  const lines = textLines(text).map(plainLine)
  const documents: ExplainDocument[] = []
  let before: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!/^\s*[[{]/.test(line)) {
      before.push(line)
      continue
    }
    const end = endOfDocument(lines, at)
    if (end === null) return { documents, cutAt: at + 1 }
    documents.push({ json: lines.slice(at, end + 1).join('\n'), line: at + 1, statement: statementIn(before) })
    before = []
    at = end
  }
  return { documents, cutAt: null }
}

/** A line without the frame of psql. */
const plainLine = (line: string): string =>
  /^\s*(?:QUERY PLAN|-{3,}|\(\d+ rows?\)|Time: .*)\s*$/.test(line) ? '' : line.replace(/\s*\+\s*$/, '')

/** The line on which all brackets are closed; null when the file ends before it. */
function endOfDocument(lines: readonly string[], from: number): number | null {
  let depth = 0
  for (let at = from; at < lines.length; at++) {
    const bare = (lines[at] ?? '').replace(/"(?:[^"\\]|\\.)*"/g, '')
    depth += (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0)
    if (depth <= 0) return at
  }
  return null
}

/** `select 1` of `explain (analyze, format json) select 1;`; null when no statement was echoed. */
function statementIn(lines: readonly string[]): string | null {
  const text = lines.join('\n').trim()
  const match = /\bexplain\b\s*(?:\([^)]*\)|analy[sz]e|verbose)?\s*(\S[\s\S]*?);?\s*$/i.exec(text)
  return match?.[1]?.trim() ?? null
}
