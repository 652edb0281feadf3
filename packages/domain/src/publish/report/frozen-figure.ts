import type { Comparison } from '../../compare/comparison.ts'
import type { Grid } from '../../compare/grid.ts'
import type { StudyPage } from '../../compare/studies/pages/study-page.ts'
import type { Tldr } from '../../compare/tldr/tldr.ts'
import type { ChartModel } from '../chart/chart-model.ts'
import type { FigureView } from './figure-block.ts'

/** A run behind the cells of a figure: what its numbers were measured on, as it was known when the figure was frozen. */
export type FrozenRun = {
  id: string
  product: string
  version: string
  build: string
  compiler: string
  flags: string | null
  commit: string | null
  config: string
  /** Of its text; null when the text is not known. */
  configSha256: string | null
  hardware: string
  /** CPU, cores, memory and storage in words. */
  machine: string
  os: string | null
  benchmark: string
  workload: string
  startedAt: string | null
  /** What was run for its results; figures of the first days have none. */
  commands?: readonly string[]
  sources: readonly { name: string; url: string | null }[]
}

/** The link that a figure was given away by: whose copy it is, and of which day. */
export type SharedOrigin = {
  title: string
  by: string
  sharedAt: string
  /** Of all that the link shows. */
  sha256: string
  /** Which of its figures, counted from 1. */
  figure: number
}

/** What the engine answered for a comparison on a day, and what that rests on. Read from storage for as long as there is one. */
export type FrozenFigure = {
  /** Grows when what a figure holds changes its meaning; pages draw every format that ever was. */
  format: 1
  title: string | null
  study: string | null
  query: string
  frozenAt: string
  comparison: Comparison
  grid: Grid
  tldr: Tldr
  /** Drawn by the page that it was taken from, where somebody asked for them; figures of the first days have none. */
  charts?: readonly ChartModel[]
  /** What a report shows of it; what a figure without this shows is its tables, its tl;dr and its charts. */
  show?: readonly FigureView[]
  /** Where it is a copy of what a link shows. */
  shared?: SharedOrigin
  runs: readonly FrozenRun[]
}

/**
 * A whole study page on a day: everything that it showed. Its own format, beside that of a comparison; read from
 * storage for as long as there is one.
 */
export type FrozenStudy = {
  format: 2
  title: string | null
  study: string
  query: string
  /** The page's own parameters, such as the step that was looked at. */
  own: Readonly<Record<string, string>>
  frozenAt: string
  page: StudyPage
  /** Where it is a copy of what a link shows. */
  shared?: SharedOrigin
  runs: readonly FrozenRun[]
}
