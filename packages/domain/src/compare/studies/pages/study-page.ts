import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import type { Flame } from '../../../publish/chart/flame.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid, GridWarning } from '../../grid.ts'
import type { Tldr } from '../../tldr/tldr.ts'
import type { FactTable } from './fact-table.ts'

/**
 * The content of a study page from top to bottom as plain data, which the page draws and a share freezes. Controls
 * (sliders, choices) belong to the page and are not included.
 */
export type StudyPage = {
  title: string
  /** The answer of the study in a sentence to quote; null without results. Shared copies have the title. */
  headline?: string | null
  /** One line below the title, with its numbers. */
  summary: string
  /** The comparison for the page's filters, tl;dr and links. */
  comparison: Comparison
  warnings: readonly GridWarning[]
  tldr: Tldr
  parts: readonly StudyElement[]
}

export type StudyElement =
  /** Elements under a heading; sections do not nest. */
  | { kind: 'section'; title: string; aside?: string; id?: string; parts: readonly StudyElement[] }
  /** `soft` text is an explanation in a less prominent style; `live` text describes controls and is not frozen. */
  | { kind: 'text'; text: string; soft?: true; live?: true }
  /** An empty state with the next step for the user. */
  | { kind: 'empty'; title: string; text: string }
  | { kind: 'facts'; table: FactTable }
  /** A grid of the engine. `label` names it if the page has several; `only` lists the indexes of the tables to show. */
  | { kind: 'grid'; grid: Grid; comparison: Comparison; label?: string; only?: readonly number[] }
  /**
   * One table of a grid with metrics as columns. `heads` are the two lines of each column's heading; `of` has the
   * dimension values that all of its cells share, for links to their series.
   */
  | {
      kind: 'metrics'
      title: string
      grid: Grid
      heads?: readonly { title: string; name: string }[]
      of?: readonly (readonly [dimension: string, value: string])[]
    }
  | { kind: 'charts'; models: readonly ChartModel[]; height?: number }
  | { kind: 'flame'; title: string; summary: string; root: Flame }

/** All elements including those in sections, each with the title of its section. */
export function flatElements(parts: readonly StudyElement[]): { section: string; part: StudyElement }[] {
  return parts.flatMap((part) =>
    part.kind === 'section'
      ? part.parts.map((inner) => ({ section: part.title, part: inner }))
      : [{ section: '', part }],
  )
}
