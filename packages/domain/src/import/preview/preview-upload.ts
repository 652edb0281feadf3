import type { Problem } from '../../parse/problem.ts'
import { plural } from '../../plural.ts'
import type { UploadDocument } from '../../run/upload-document.ts'
import type { ImportFile, ImportOptions } from '../import-files.ts'
import { checkUpload, isReadyFile, readDocuments } from '../ready-documents.ts'
import { mappableTables } from './mappable-tables.ts'
import type { PreviewDocument, PreviewRun } from './preview-document.ts'
import { previewFiles } from './preview-files.ts'
import { previewRun } from './preview-run.ts'

/**
 * The preview of benchmark output and of upload documents. The CLI, REST and the browser all show this document.
 *
 * @param files with texts that may be read on demand.
 */
export function previewUpload(files: readonly ImportFile[], options: ImportOptions): PreviewDocument {
  const preview: PreviewDocument = {
    runs: [],
    questions: [],
    problems: [],
    fileCount: files.length,
    refused: [],
    ignored: [],
    tables: [],
  }
  const raw = files.filter((file) => !takeReady(file, preview))
  const { runs, questions, imported } = previewFiles(raw, options)
  const first = preview.runs.length
  preview.runs.push(...runs)
  preview.problems.push(...[...imported.problems, ...imported.contradictions].map(toPreviewProblem))
  for (const document of imported.documents) {
    const { problems } = checkUpload(document, { file: document.source?.name ?? '', prefix: '' })
    preview.problems.push(...problems.map(toPreviewProblem))
  }
  for (const { affects, ...question } of questions) {
    preview.questions.push({ ...question, affects: affects.map((index) => first + index) })
  }
  preview.refused.push(...imported.refusedFiles)
  preview.tables.push(...mappableTables(raw, imported))
  preview.ignored.push(...imported.ignored.map(({ path: file, reason }) => ({ file, reason })))
  return preview
}

/** The problem as the preview shows it. */
export const toPreviewProblem = ({ file, line, message }: Problem): PreviewDocument['problems'][number] => ({
  file,
  ...(line === undefined ? {} : { line }),
  message,
})

/** True when the file contains upload documents, whose dimensions all come from the file. */
function takeReady(file: ImportFile, { runs, problems, refused }: PreviewDocument): boolean {
  const { path } = file
  if (!isReadyFile(file)) return false
  const read = readDocuments(path, file.text)
  problems.push(...read.problems.map(toPreviewProblem))
  if (read.refusedRuns > 0) refused.push(path)
  runs.push(...read.documents.map((document) => readyRun(document, path)))
  return true
}

function readyRun(document: UploadDocument, from: string): PreviewRun {
  const origin = { source: 'output', from } as const
  return previewRun(document, [from], {
    product: origin,
    version: origin,
    build: origin,
    config: origin,
    hardware: origin,
    workload: origin,
    repeat: document.repeat === undefined ? { source: 'default', from: '' } : origin,
  })
}

const NO_FILES = '0 runs were read, because the folder holds no file. Name the folder with the output of a benchmark.'

/** Maximum files that are listed when nothing was read. */
const MAX_LISTED = 20

/** States what was found when no run was read, and the next step; empty when a run was read or a question is open. */
export function explainNothing(preview: PreviewDocument): PreviewDocument['problems'] {
  const { runs, questions, problems, ignored, fileCount } = preview
  if (runs.length > 0 || questions.length > 0) return []
  const next =
    problems.length > 0
      ? 'The problems say which lines to correct.'
      : 'Check that the folder contains the output of a supported benchmark (docs/formats.md), or map the columns of a CSV file (docs/csv.md).'
  if (fileCount === 0) return [{ file: '', message: NO_FILES }]
  const listed = ignored.slice(0, MAX_LISTED).map(({ file, reason }) => ({ file, message: reason }))
  return [...listed, { file: '', message: `0 runs were read from ${plural(fileCount, 'file')}. ${next}` }]
}
