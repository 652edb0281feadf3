import {
  heatStyle,
  type ProductStrips,
  type ReleaseCell,
  type ReleaseStrip,
} from '@assay/domain/findings/releases/release-strips'
import { newestCell, percentWords, releaseLines } from '@assay/domain/findings/releases/release-words'
import { type AlignedStrip, alignStrips } from '@assay/domain/findings/releases/strip-columns'
import { allReleasesHref, releaseHref } from './release-href.ts'

/** Number of releases that fit beside each other. */
const MAX_SLOTS = 16
/** Smaller changes of the mean are shown by color alone. */
const MIN_SHOWN = 0.02

type Tone = 'worse' | 'better' | 'neutral'

/** One release of a strip, as it is drawn. */
export type HeatMark = {
  version: string
  href: string
  label: string
  kind: ReleaseCell['kind']
  /** Absent where nothing was compared. */
  heat?: { tone: Tone; step: number; isInconclusive: boolean; text: string; other: 'worse' | 'better' | null }
}

export type HeatStrip = {
  hardware: string
  benchmark: string
  href: string
  groups: (HeatMark | null)[][]
  /** Regressions, improvements, no change and inconclusive of the newest release; words where nothing was compared. */
  newest: { version: string; counts: [number, number, number, number] | null; words: string } | null
}

export type HeatProduct = {
  name: string
  columns: { label: string; slots: number }[]
  strips: HeatStrip[]
}

/** Prepares the strips of a product, aligned by release. */
export function heatProduct(project: string, product: ProductStrips): HeatProduct {
  const { columns, aligned } = alignStrips(product, MAX_SLOTS)
  return {
    name: product.product,
    columns: columns.map(({ label, slots }) => ({ label, slots })),
    strips: aligned.map((one) => heatStrip(project, one)),
  }
}

const heatStrip = (project: string, { strip, groups }: AlignedStrip): HeatStrip => ({
  hardware: strip.hardware,
  benchmark: strip.benchmark,
  href: allReleasesHref(project, strip),
  groups: groups.map((group) => group.map((cell) => (cell === null ? null : heatMark(project, strip, cell)))),
  newest: newestOf(newestCell(strip)),
})

function heatMark(project: string, strip: ReleaseStrip, cell: ReleaseCell): HeatMark {
  const { previous, version, kind } = cell
  const mark = {
    version,
    kind,
    label: releaseLines(strip, cell).join('. '),
    href:
      previous === null
        ? allReleasesHref(project, strip)
        : releaseHref(project, strip, { from: previous, to: version }),
  }
  if (cell.kind !== 'compared') return mark
  const { tone, step, isInconclusive } = heatStyle(cell.result)
  const { geometricMean, regressions, improvements } = cell.result
  const mean = geometricMean ?? 1
  const text = Math.abs(mean - 1) >= MIN_SHOWN ? percentWords(mean).replace('%', '') : ''
  const other = otherDirection(tone, { regressions, improvements })
  return { ...mark, heat: { tone, step, isInconclusive, text, other } }
}

/** The direction of significant changes that a cell of the other color would hide. */
function otherDirection(
  tone: Tone,
  { regressions, improvements }: { regressions: number; improvements: number },
): 'worse' | 'better' | null {
  if (tone !== 'worse' && regressions > 0) return 'worse'
  return tone !== 'better' && improvements > 0 ? 'better' : null
}

function newestOf(cell: ReleaseCell | null): HeatStrip['newest'] {
  if (cell === null) return null
  const { version } = cell
  if (cell.kind !== 'compared')
    return { version, counts: null, words: cell.kind === 'pending' ? 'not compared yet' : 'nothing to compare' }
  const { regressions, improvements, noChange, inconclusive } = cell.result
  return { version, counts: [regressions, improvements, noChange, inconclusive], words: '' }
}
