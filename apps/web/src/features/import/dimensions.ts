import type { PreviewDocument, PreviewRun } from '@assay/domain/import/preview/preview-document'

/** The dimensions of a run that a person can correct, in the order of the columns. */
export const DIMENSIONS = ['product', 'version', 'hardware', 'build', 'config', 'workload', 'repeat'] as const
export type Dimension = (typeof DIMENSIONS)[number]

export const LABELS: Record<Dimension, string> = {
  product: 'Product',
  version: 'Version',
  hardware: 'Machine',
  build: 'Build',
  config: 'Config',
  workload: 'Workload',
  repeat: 'Repeat',
}

/** The field in the words of the page. */
export const labelOf = (field: string): string =>
  (DIMENSIONS.some((dimension) => dimension === field) ? LABELS[field as Dimension] : field).toLowerCase()

type Source = PreviewRun['dimensions']['product']['source']

/** The sources of values, the most certain first, in the words of the page. */
export const SOURCES: Record<Source, { label: string; about: string }> = {
  output: { label: 'output', about: 'The benchmark printed it.' },
  companion: { label: 'companion file', about: 'A file next to the output states it.' },
  flag: { label: 'stated', about: 'A parameter states it.' },
  profile: { label: 'corrected', about: 'A correction or a rule of the profile states it.' },
  name: { label: 'file name', about: 'Decoded from the name of the file.' },
  folder: { label: 'folder', about: 'Decoded from the name of a folder.' },
  default: { label: 'default', about: 'Nothing states it.' },
  guess: { label: 'guess', about: 'It may be wrong; check it.' },
}

/** Values below this confidence are doubtful (docs/decisions/180). */
const CERTAIN = 0.8

export const isDoubtful = ({ value, confidence }: PreviewRun['dimensions']['product']): boolean =>
  value === null || confidence < CERTAIN

/** A run of the preview with its index in the document. */
export type IndexedRun = { index: number; run: PreviewRun }

/** The runs with open questions and doubtful values first. */
export function doubtsFirst({ runs, questions }: PreviewDocument): IndexedRun[] {
  const questioned = new Set(questions.flatMap(({ affects }) => affects))
  const doubts = ({ run, index }: IndexedRun) =>
    (questioned.has(index) ? 100 : 0) + DIMENSIONS.filter((dimension) => isDoubtful(run.dimensions[dimension])).length
  return runs.map((run, index) => ({ run, index })).sort((a, b) => doubts(b) - doubts(a) || a.index - b.index)
}
