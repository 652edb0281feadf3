import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import type { Flame } from '../../../publish/chart/flame-shapes.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid, GridWarning } from '../../grid.ts'
import type { Tldr } from '../../tldr/tldr.ts'
import type { FactTable } from './fact-table.ts'

/**
 * What a study page shows, from top to bottom, as plain data: the page draws it, and a share freezes it. Whatever the
 * reader may press (sliders, choices) is the page's own and not in here.
 */
export type StudyPage = {
  title: string
  /** One line below the title, with its numbers. */
  summary: string
  /** What its filters, its tl;dr and its links are about. */
  comparison: Comparison
  warnings: readonly GridWarning[]
  tldr: Tldr
  parts: readonly StudyElement[]
}

export type StudyElement =
  /** A part with a heading; sections do not nest. */
  | { kind: 'section'; title: string; aside?: string; id?: string; parts: readonly StudyElement[] }
  /** `soft` explains what follows, and stands back; `live` tells what can be pressed, and is not kept. */
  | { kind: 'text'; text: string; soft?: true; live?: true }
  /** What stands where there is nothing, and what to do next. */
  | { kind: 'empty'; title: string; text: string }
  | { kind: 'facts'; table: FactTable }
  /** The engine's answer. `label` names it where a page has several; `only` are the places of the tables that are shown. */
  | { kind: 'grid'; grid: Grid; comparison: Comparison; label?: string; only?: readonly number[] }
  /**
   * One table of a grid whose columns are metrics. `heads` are the two lines of each column's heading; `of` is what all of
   * its cells are of, by dimension, for links to their series.
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

/** The parts of a page with those of its sections, each with the title of the section that it is in. */
export function flatElements(parts: readonly StudyElement[]): { section: string; part: StudyElement }[] {
  return parts.flatMap((part) =>
    part.kind === 'section'
      ? part.parts.map((inner) => ({ section: part.title, part: inner }))
      : [{ section: '', part }],
  )
}
