import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import {
  COMPARISON_MODES,
  type ComparisonMode,
  comparisonModes,
  type ModeTarget,
  type Selection,
} from '@assay/domain/compare/comparison-modes'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Observed } from '@assay/domain/compare/study'
import { writeSeriesQuery } from '@assay/domain/findings/series/series-query'
import { comparePairPath, seriesPath, studyPath } from '../../../paths.ts'
import { api } from '../../../trpc/server-caller.ts'
import { comparisonPath } from '../comparison-path.ts'
import { pairFields } from '../pair/pair-fields.ts'
import style from './mode-nav.module.css'

const LABELS: Record<ComparisonMode, string> = {
  pair: 'A/B',
  many: 'Many versions',
  trend: 'Trend',
  'scale-up': 'Scale-up',
  sweep: 'Sweep',
  distribution: 'Distribution',
}

type Props = { project: string; mode: ComparisonMode | null; selection: Selection; observed: Observed }

/** Links to the other views of the same selection; a view without data is disabled and says why. */
export function ModeNav({ project, mode, selection, observed }: Props) {
  const targets = comparisonModes(selection, observed)
  return (
    <nav aria-label="View" className={`${style.modes} no-print`}>
      {COMPARISON_MODES.map((name) => {
        const target = targets[name]
        if (target.kind === 'none' && name !== mode)
          return (
            <span key={name} title={target.reason} aria-disabled="true">
              {LABELS[name]}
              <span className="visually-hidden">: {target.reason}</span>
            </span>
          )
        return (
          <a key={name} href={hrefOf(project, target)} aria-current={name === mode ? 'page' : undefined}>
            {LABELS[name]}
          </a>
        )
      })}
    </nav>
  )
}

/** The same on pages that do not read the values of the dimensions themselves. */
export async function FetchedModeNav({ project, mode, selection }: Omit<Props, 'observed'>) {
  const { product, hardware, benchmark, workload } = selection.filters
  const filters = Object.fromEntries(
    Object.entries({ product, hardware, benchmark, workload }).filter(([, values]) => values !== undefined),
  )
  const { comparisons } = await api()
  const { observed } = await comparisons.builder({ project, query: toQuery({ ...DEFAULT_COMPARISON, filters }) })
  return <ModeNav project={project} mode={mode} selection={selection} observed={observed} />
}

function hrefOf(project: string, target: ModeTarget): string | undefined {
  switch (target.kind) {
    case 'pair':
      return comparePairPath(project, pairFields(target.pair))
    case 'comparison':
      return comparisonPath(project, target.comparison)
    case 'series':
      return seriesPath(project, writeSeriesQuery(target.query))
    case 'study':
      return studyPath(project, target.study, toQuery(target.comparison))
    case 'none':
      return undefined
  }
}
