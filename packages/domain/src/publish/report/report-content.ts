import { z } from 'zod'
import { noteText } from '../../findings/notes/note-text.ts'
import { readableText } from '../../json/readable-text.ts'
import { MARKDOWN_MAX_CHARACTERS } from '../markdown/markdown-limits.ts'

/** Maximum length of a report; longer texts are not rendered as Markdown. */
export const MAX_REPORT_CHARACTERS = MARKDOWN_MAX_CHARACTERS

/** Text that may be empty, because drafts are stored from the first letter. Line breaks are `\n`. */
const draftText = (max: number) =>
  readableText(z.string().max(max)).transform((text) => text.replaceAll(/\r\n?/g, '\n'))

/** Content of a report: a title, a summary (one sentence per line), and one text of Markdown and figures. */
export const ReportContent = z
  .strictObject({
    title: noteText(200),
    tldr: draftText(20_000),
    /** Markdown; a fenced block of the language `assay` is a figure, see figure-block.ts. */
    text: draftText(MAX_REPORT_CHARACTERS),
  })
  .meta({ id: 'ReportContent', description: 'A report as its authors write it' })
export type ReportContent = z.infer<typeof ReportContent>

/** State of a report: only a draft, or published with numbered versions. */
export type ReportState = 'draft' | 'version'
