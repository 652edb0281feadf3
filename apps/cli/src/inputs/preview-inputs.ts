import type { ImportOverrides } from '@assay/domain/import/overrides'
import type { PreviewDocument, PreviewRun } from '@assay/domain/import/preview/preview-document'
import { previewFiles } from '@assay/domain/import/preview/preview-files'
import { previewRun } from '@assay/domain/import/preview/preview-run'
import type { ImportProfile } from '@assay/domain/import/profile'
import type { Problem } from '@assay/domain/parse/problem'
import { plural } from '@assay/domain/plural'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { findInputs } from './find-inputs.ts'
import { ImportPaths } from './import-paths.ts'
import { lazyTexts } from './lazy-texts.ts'
import { type RawInput, textOf } from './raw-input.ts'
import { checkUpload, isUploadDocument, readDocuments } from './ready-documents.ts'

/** Shows the runs that the files at the given paths would become: no run is stored, and no network is used. */
export async function previewInputs(
  paths: readonly string[],
  options: { profile: ImportProfile; overrides: ImportOverrides },
): Promise<PreviewDocument> {
  const found = await findInputs(paths)
  const inputs = [...new Map(found.inputs.map((input) => [input.place, input])).values()]
  const preview: PreviewDocument = { runs: [], questions: [], problems: found.problems.map(toProblem) }
  const raw = inputs.filter((input) => !takeReady(input, preview))
  const ignored = takeRaw(raw, options, preview)
  if (preview.runs.length === 0) preview.problems.push(...whyNothing(inputs.length, ignored, preview))
  return preview
}

const toProblem = ({ file, line, message }: Problem): PreviewDocument['problems'][number] => ({
  file,
  ...(line === undefined ? {} : { line }),
  message,
})

/** True when the file contains upload documents, whose dimensions all come from the file. */
function takeReady(input: RawInput, { runs, problems }: PreviewDocument): boolean {
  if (!/\.json(\.gz)?$/.test(input.name)) return false
  const text = textOf(input)
  if (!text.ok || !isUploadDocument(input.name, text.text)) return false
  const read = readDocuments(input.shown, text.text)
  problems.push(...read.problems.map(toProblem))
  runs.push(...read.documents.map((document) => readyRun(document, input.shown)))
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

/** Adds the runs of benchmark output to the preview. Returns the files that are no results. */
function takeRaw(
  inputs: readonly RawInput[],
  options: { profile: ImportProfile; overrides: ImportOverrides },
  preview: PreviewDocument,
): { path: string; reason: string }[] {
  if (inputs.length === 0) return []
  const places = new ImportPaths(inputs)
  const unreadable = new Map<string, string>()
  const { runs, questions, imported } = previewFiles(lazyTexts(places, unreadable), options)
  const first = preview.runs.length
  for (const [path, message] of unreadable) preview.problems.push({ file: places.shown(path), message })
  for (const problem of [...imported.problems, ...imported.contradictions]) {
    if (unreadable.has(problem.file)) continue
    const shown = { ...problem, file: places.shown(problem.file), message: places.retell(problem.message) }
    preview.problems.push(toProblem(shown))
  }
  for (const document of imported.documents) {
    const checked = checkUpload(document, { file: document.source?.name ?? '', prefix: '' })
    preview.problems.push(...checked.problems.map(toProblem))
  }
  preview.runs.push(...runs.map((run) => asShown(run, places)))
  preview.questions.push(
    ...questions.map((question) => ({ ...question, affects: question.affects.map((index) => first + index) })),
  )
  return imported.ignored
    .filter(({ path }) => !unreadable.has(path))
    .map(({ path, reason }) => ({ path: places.shown(path), reason: places.retell(reason) }))
}

/** The run with paths as the user would write them. */
function asShown(run: PreviewRun, places: ImportPaths): PreviewRun {
  const shown = <D extends PreviewRun['dimensions']['product']>(dimension: D): D => {
    const isPath = ['output', 'name', 'folder', 'companion'].includes(dimension.source)
    return isPath ? { ...dimension, from: places.shown(dimension.from) } : dimension
  }
  const { product, version, build, config, hardware, benchmark, workload, repeat } = run.dimensions
  return {
    ...run,
    dimensions: {
      product: shown(product),
      version: shown(version),
      build: shown(build),
      config: shown(config),
      hardware: shown(hardware),
      benchmark: shown(benchmark),
      workload: shown(workload),
      repeat: shown(repeat),
    },
    files: run.files.map((path) => places.shown(path)),
  }
}

/** Maximum files that are listed when nothing was read. */
const MAX_LISTED = 20

/** States what was found when no run was read, and the next step. */
function whyNothing(
  fileCount: number,
  ignored: readonly { path: string; reason: string }[],
  { questions }: PreviewDocument,
): PreviewDocument['problems'] {
  if (questions.length > 0) return []
  const next =
    'Check that the folder contains the output of a supported benchmark (docs/adding-a-format.md), or map the columns of a CSV file with a profile (docs/import-profiles.md).'
  const listed = ignored.slice(0, MAX_LISTED).map(({ path, reason }) => ({ file: path, message: reason }))
  return [...listed, { file: '', message: `0 runs were read from ${plural(fileCount, 'file')}. ${next}` }]
}
