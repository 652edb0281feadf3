import type { Comparison } from '../../compare/comparison.ts'
import type { Grid } from '../../compare/grid.ts'
import type { StudyPage } from '../../compare/studies/pages/study-page.ts'
import type { Tldr } from '../../compare/tldr/tldr.ts'
import type { ChartModel } from '../chart/chart-model.ts'
import type { FigureView } from './figure-block.ts'

/** A run behind the cells of a figure, with its build and machine as known when the figure was frozen. */
export type FrozenRun = {
  id: string
  product: string
  version: string
  build: string
  compiler: string
  flags: string | null
  commit: string | null
  config: string
  /** Hash of the config text; null if the text is unknown. */
  configSha256: string | null
  hardware: string
  /** Text with CPU, cores, memory and storage. */
  machine: string
  os: string | null
  benchmark: string
  workload: string
  startedAt: string | null
  /** Commands of its results; absent in figures from before they were recorded. */
  commands?: readonly string[]
  sources: readonly { name: string; url: string | null }[]
}

/** The shared link that a figure was copied from. */
type SharedOrigin = {
  title: string
  by: string
  sharedAt: string
  /** Hash of the whole content of the link. */
  sha256: string
  /** Number of the figure, from 1. */
  figure: number
}

/** The result of a comparison on a day, with its runs. Figures of every stored format stay readable. */
export type FrozenFigure = {
  /** Increased when the meaning of a field changes; pages draw every format. */
  format: 1
  title: string | null
  study: string | null
  query: string
  frozenAt: string
  comparison: Comparison
  grid: Grid
  tldr: Tldr
  /** Charts of the source page, if the author chose them; absent in figures from before they were recorded. */
  charts?: readonly ChartModel[]
  /** Views that a report shows of it; by default tables, tl;dr and charts. */
  show?: readonly FigureView[]
  /** Present when it is a copy of a shared figure. */
  shared?: SharedOrigin
  runs: readonly FrozenRun[]
}

/**
 * The whole content of a study page on a day. Its stored format differs from that of a comparison and stays readable.
 */
export type FrozenStudy = {
  format: 2
  title: string | null
  study: string
  query: string
  /** The page's own parameters, such as the selected step. */
  own: Readonly<Record<string, string>>
  frozenAt: string
  page: StudyPage
  /** Present when it is a copy of a shared figure. */
  shared?: SharedOrigin
  runs: readonly FrozenRun[]
}
