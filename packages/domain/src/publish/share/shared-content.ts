import type { FrozenFigure, FrozenStudy } from '../report/frozen-figure.ts'

/** Each says its own format. */
export type SharedFigure = FrozenFigure | FrozenStudy

/** What a metric of a shared figure is, in the words of the day on which it was shared. */
export type SharedDefinition = { metric: string; unit: string; better: 'higher' | 'lower' | 'neither'; about: string }

/** A comparison, a study or a report with its comparisons, as it is given away. Drawn from this alone, for as long as there is one. */
export type SharedContent = {
  /** Grows when what it holds changes its meaning; pages draw every format that ever was. From 2 on a figure may be a study. */
  format: 1 | 2
  title: string
  by: string
  organization: string
  sharedAt: string
  /** True when names of products stand for others. */
  isMasked: boolean
  figures: readonly SharedFigure[]
  definitions: readonly SharedDefinition[]
  /** The text around the figures, where it is a report. */
  report: { tldr: string; text: string; authors: readonly string[]; version: number } | null
}

/** A name that must not be told, and what stands for it; of a product unless it says otherwise. */
export type Mask = { name: string; shown: string; kind?: 'version' | 'build' }
