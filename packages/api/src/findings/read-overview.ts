import type { EnvironmentOutline, StoredLines } from '@assay/db/types'
import { OPEN_FINDING_STATES } from '@assay/domain/findings/finding'
import { isBranch } from '@assay/domain/findings/judge-commits'
import {
  type ProductStrips,
  type ReleaseCell,
  type ReleaseStrip,
  releaseStrips,
} from '@assay/domain/findings/releases/release-strips'
import type { ReleaseLine } from '@assay/domain/findings/releases/release-summary'
import { FindingFilters, type StoredFinding } from '@assay/domain/findings/stored-finding'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { isSameEnvironment, type WithHistory, withHistories } from './finding-history.ts'
import { type PossibleBug, possibleBugs } from './possible-bugs.ts'

/** Maximum number of newest releases whose ratios are drawn one by one. */
const MAX_CARDS = 6
/** Maximum number of regressions that are listed, and of those among which they are chosen. */
const MAX_REGRESSIONS = 9
const MAX_CANDIDATES = 100

/** The newest release of a machine against the previous one, with the ratio of each test. */
export type ReleaseCard = {
  strip: Pick<ReleaseStrip, 'product' | 'hardware' | 'benchmark'>
  cell: Extract<ReleaseCell, { kind: 'compared' }>
  lines: ReleaseLine[]
}

/** An open regression with the history of its largest change. `isNewest`: in the newest release of its machine. */
export type OverviewRegression = WithHistory<StoredFinding> & { isNewest: boolean; mayBe: PossibleBug[] }

export type Overview = {
  products: ProductStrips[]
  cards: ReleaseCard[]
  regressions: OverviewRegression[]
}

/**
 * Reads how each release compares with the previous one, and the largest open regressions, those of the newest releases
 * first.
 */
export async function readOverview({ queries }: ProjectAccess): Promise<Overview> {
  const products = await queries.products.list()
  const [outlines, summaries, open, bugs] = await Promise.all([
    Promise.all(products.map(({ name }) => queries.findings.outline(name))),
    queries.findings.releaseSummaries(),
    queries.findings.list(FindingFilters.parse({ direction: ['worse'], state: OPEN_FINDING_STATES }), MAX_CANDIDATES),
    queries.knownBugs.list(),
  ])
  const strips = releaseStrips(outlines.flat().map(measuredEnvironment), summaries)
  const isNewest = inNewestRelease(strips)
  const ofNewest = open.filter(isNewest)
  const earlier = open.filter((finding) => !isNewest(finding))
  const regressions = [...inTurn(ofNewest), ...inTurn(earlier)].slice(0, MAX_REGRESSIONS)
  const newest = strips.flatMap((product) => product.strips.flatMap(newestCompared))
  const shown = newest.sort(byInterest).slice(0, MAX_CARDS)
  const [ofCards, withHistory] = await Promise.all([
    queries.findings.releaseLines(shown.map(({ strip, cell }) => ({ ...strip, to: cell.version }))),
    withHistories(queries, regressions),
  ])
  return {
    products: strips,
    cards: shown.map((card) => ({ ...card, lines: linesOf(ofCards, card) })),
    regressions: withHistory.map((finding) => ({
      ...finding,
      isNewest: isNewest(finding),
      mayBe: possibleBugs(finding, bugs),
    })),
  }
}

/** Returns whether a finding is about the newest release that was measured on its machine. */
function inNewestRelease(products: readonly ProductStrips[]): (finding: StoredFinding) => boolean {
  const keyOf = (...parts: readonly string[]) => JSON.stringify(parts)
  const newest = new Set(
    products.flatMap(({ strips }) =>
      strips.map(({ product, hardware, cells }) => keyOf(product, hardware, cells.at(-1)?.version ?? '')),
    ),
  )
  return ({ product, hardware, to }) => newest.has(keyOf(product, hardware, to))
}

/** The largest of each product, then the second largest of each, and so on, so that no product hides the others. */
function inTurn(findings: readonly StoredFinding[]): StoredFinding[] {
  const byProduct = [...Map.groupBy(findings, ({ product }) => product).values()]
  const rounds = Math.max(0, ...byProduct.map((own) => own.length))
  return Array.from({ length: rounds }, (_, round) => byProduct.flatMap((own) => own[round] ?? [])).flat()
}

/** The releases of an environment; a branch that was built at many commits and an unknown version are none. */
const measuredEnvironment = ({ product, hardware, benchmark, workload, versions }: EnvironmentOutline) => ({
  ...{ product, hardware, benchmark, workload },
  versions: versions.flatMap((one) => (isBranch(one) || one.version === UNKNOWN_VERSION ? [] : [one.version])),
})

const UNKNOWN_VERSION = 'unknown'

function newestCompared({ product, hardware, benchmark, cells }: ReleaseStrip): Omit<ReleaseCard, 'lines'>[] {
  const cell = cells.at(-1)
  return cell?.kind === 'compared' ? [{ strip: { product, hardware, benchmark }, cell }] : []
}

type Newest = Omit<ReleaseCard, 'lines'>

/** Most regressions first, then most improvements, then most tests. */
const byInterest = ({ cell: { result: a } }: Newest, { cell: { result: b } }: Newest): number =>
  b.regressions - a.regressions || b.improvements - a.improvements || b.compared - a.compared

const linesOf = (all: readonly StoredLines[], { strip, cell }: Newest): ReleaseLine[] =>
  all.filter((one) => isSameEnvironment(one, strip) && one.to === cell.version).flatMap(({ lines }) => lines)
