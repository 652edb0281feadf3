import type { FrozenFigure, FrozenStudy } from '../report/frozen-figure.ts'

/** A figure of any kind; each states its format. */
export type SharedFigure = FrozenFigure | FrozenStudy

/** Definition of a metric in a shared figure, as of the day of sharing. */
export type SharedDefinition = { metric: string; unit: string; better: 'higher' | 'lower' | 'neither'; about: string }

/**
 * Frozen content of a shared link: a comparison, a study, or a report with its comparisons. Pages draw it from this
 * object alone.
 */
export type SharedContent = {
  /** Increased when the meaning of a field changes; pages draw every format. From 2 on a figure may be a study. */
  format: 1 | 2
  title: string
  by: string
  organization: string
  sharedAt: string
  /** True when names of products are masked. */
  isMasked: boolean
  figures: readonly SharedFigure[]
  definitions: readonly SharedDefinition[]
  /** The text around the figures of a report; null for a comparison. */
  report: { tldr: string; text: string; authors: readonly string[]; version: number } | null
}

/** A confidential name and its replacement; the name of a product by default. */
export type Mask = {
  name: string
  shown: string
  kind?: 'version' | 'build' | 'config' | 'machine' | 'workload' | 'flags'
}
