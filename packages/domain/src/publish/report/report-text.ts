import { headingText } from '../markdown/heading-text.ts'
import { type Figure, readFigure, type TextProblem } from './figure-block.ts'

/** A sequence of lines: Markdown, or a block of the language `assay`, whose figure is null if it cannot be parsed. */
type ReportBlock =
  | { kind: 'markdown'; text: string }
  | { kind: 'figure'; figure: Figure | null; problems: TextProblem[]; line: number }

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/

/**
 * Splits the text of a report into blocks, in order. A figure is a fenced code block of the language `assay`, so any
 * editor and any Markdown viewer shows it as code; fences inside other fences are text.
 */
export function readReportText(text: string): ReportBlock[] {
  const parts: ReportBlock[] = []
  let markdown: string[] = []
  const closeMarkdown = () => {
    if (markdown.some((line) => line.trim() !== '')) parts.push({ kind: 'markdown', text: markdown.join('\n') })
    markdown = []
  }
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, fence, language] = OPENING.exec(line) ?? []
    if (fence === undefined) {
      markdown.push(line)
      continue
    }
    const end = closingLine(lines, at + 1, fence)
    if (language === 'assay') {
      closeMarkdown()
      parts.push({ kind: 'figure', ...readFigure(lines.slice(at + 1, end), at + 2), line: at + 1 })
    } else {
      markdown.push(...lines.slice(at, end + 1))
    }
    at = end
  }
  closeMarkdown()
  return parts
}

/** The line that closes a fence, with as many marks or more; the end of the text if none does. */
function closingLine(lines: readonly string[], from: number, fence: string): number {
  const mark = fence.startsWith('`') ? '`' : '~'
  for (let at = from; at < lines.length; at++) {
    const marks = (lines[at] ?? '').trim()
    const isIndented = /^ {4}/.test(lines[at] ?? '')
    if (!isIndented && marks.length >= fence.length && marks === mark.repeat(marks.length)) return at
  }
  return lines.length
}

export const figuresOf = (parts: readonly ReportBlock[]): Figure[] =>
  parts.flatMap((part) => (part.kind === 'figure' && part.figure !== null ? [part.figure] : []))

export const problemsOf = (parts: readonly ReportBlock[]): TextProblem[] =>
  parts.flatMap((part) => (part.kind === 'figure' ? part.problems : []))

/** Headings of a text for search; underlined headings are not recognized. */
export function headingsOf(text: string): string[] {
  return readReportText(text).flatMap((part) =>
    part.kind === 'markdown'
      ? withoutFences(part.text).flatMap((line) => {
          const heading = headingText(line)
          return heading === null || heading === '' ? [] : [heading]
        })
      : [],
  )
}

function withoutFences(text: string): string[] {
  const lines = text.split('\n')
  const remaining: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, fence] = OPENING.exec(lines[at] ?? '') ?? []
    if (fence === undefined) remaining.push(lines[at] ?? '')
    else at = closingLine(lines, at + 1, fence)
  }
  return remaining
}
