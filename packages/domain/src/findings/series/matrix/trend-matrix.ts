import type { KnownBug } from '../../notes/known-bug.ts'
import { touches } from '../../notes/known-bug.ts'
import type { JudgedLine, LineChange } from '../judge-line.ts'

/** Trends of many tests as panels with one axis: columns are tests, rows are workloads. */
export type TrendMatrix = {
  /** The x values of all panels, oldest first. */
  versions: string[]
  /** Names of the lines of all panels, such as compilers; one empty name without a distinction. */
  lines: string[]
  /** Range of the logarithmic axis that all panels share, in ratios to their first value. */
  axis: RatioAxis
  rows: { workload: string; panels: TrendPanel[] }[]
}

export type TrendPanel = {
  test: string
  workload: string
  clients: string
  lines: PanelLine[]
  bugs: BugSpan[]
}

export type PanelLine = {
  /** Index in the names of the lines. */
  line: number
  /** Ratios to the first value of the panel, by index of the version; null where nothing was measured. */
  ratios: (number | null)[]
  changes: PanelChange[]
}

export type PanelChange = { at: number; ratio: number; direction: LineChange['direction'] }

/** Versions that a known bug affects, as indexes. */
export type BugSpan = { from: number; to: number; bug: string; slug: string; title: string }

export type RatioAxis = { low: number; high: number; ticks: number[] }

type Input = { places: readonly string[]; lines: readonly JudgedLine[]; bugs: readonly KnownBug[] }

/** Groups lines over versions into panels; a panel divides its lines by the first value of its first line. */
export function trendMatrix({ places, lines, bugs }: Input): TrendMatrix {
  const names = [...new Set(lines.map(({ colour }) => colour))]
  const byPanel = Map.groupBy(lines, ({ workload, test, clients }) => JSON.stringify([workload, test, clients]))
  const panels = [...byPanel.values()].flatMap((own) => panelOf(own, { places, names, bugs }) ?? [])
  const byWorkload = Map.groupBy(panels, ({ workload }) => workload)
  return {
    versions: [...places],
    lines: names,
    axis: sharedAxis(panels.flatMap(({ lines: own }) => own.flatMap(({ ratios }) => ratios))),
    rows: [...byWorkload].map(([workload, own]) => ({ workload, panels: own })),
  }
}

type Context = { places: readonly string[]; names: readonly string[]; bugs: readonly KnownBug[] }

function panelOf(own: readonly JudgedLine[], { places, names, bugs }: Context): TrendPanel | null {
  const sorted = own.toSorted((a, b) => names.indexOf(a.colour) - names.indexOf(b.colour))
  const [first] = sorted
  // The longest of the lines that differ only in a dimension without a color, such as the config, is drawn.
  const drawn = [...Map.groupBy(sorted, ({ colour }) => colour).values()].flatMap(
    (same) => same.toSorted((a, b) => b.positions.length - a.positions.length)[0] ?? [],
  )
  const base = drawn[0]?.positions[0]?.value ?? 0
  if (first === undefined || base <= 0) return null
  return {
    test: first.test,
    workload: first.workload,
    clients: first.clients,
    lines: drawn.map((line) => panelLine(line, { base, count: places.length, line: names.indexOf(line.colour) })),
    bugs: bugs.flatMap((bug) => bugSpan(bug, first, places) ?? []),
  }
}

function panelLine({ positions, changes }: JudgedLine, at: { base: number; count: number; line: number }): PanelLine {
  const ratios = Array.from({ length: at.count }, (): number | null => null)
  for (const { place, value } of positions) ratios[place] = value > 0 ? value / at.base : null
  return {
    line: at.line,
    ratios,
    changes: changes.map(({ place, ratio, direction }) => ({ at: place, ratio, direction })),
  }
}

/** The first and the last version that a bug affects in one test; null when it affects none of those that are shown. */
function bugSpan(bug: KnownBug, line: JudgedLine, xValues: readonly string[]): BugSpan | null {
  const { product, test, workload } = line
  const touched = xValues.flatMap((version, at) => (touches(bug, { product, version, test, workload }) ? [at] : []))
  const [from, to] = [touched[0], touched.at(-1)]
  return from === undefined || to === undefined ? null : { from, to, bug: bug.bug, slug: bug.slug, title: bug.title }
}

const TICKS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.2, 1.5, 2, 3, 4, 5, 7, 10, 20]
/** The axis shows at least this factor in both directions, so that noise of a percent is a flat line. */
const MIN_REACH = 1.15
const MAX_TICKS = 5
const MARGIN = 1.04

/** The logarithmic axis that shows all ratios. */
export function sharedAxis(ratios: readonly (number | null)[]): RatioAxis {
  const known = ratios.filter((ratio): ratio is number => ratio !== null && ratio > 0)
  const low = known.reduce((lowest, ratio) => Math.min(lowest, ratio), 1 / MIN_REACH) / MARGIN
  const high = known.reduce((highest, ratio) => Math.max(highest, ratio), MIN_REACH) * MARGIN
  const inside = TICKS.filter((tick) => tick >= low && tick <= high)
  const every = Math.ceil(inside.length / MAX_TICKS)
  const middle = inside.indexOf(1)
  return { low, high, ticks: inside.filter((_, at) => (at - middle) % every === 0) }
}
