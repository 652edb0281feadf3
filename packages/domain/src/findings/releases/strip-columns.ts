import { compareVersions } from '../../run/compare-versions.ts'
import { majorOf } from '../../run/major-version.ts'
import type { ProductStrips, ReleaseCell, ReleaseStrip } from './release-strips.ts'

/** A column that all strips of a product share: the releases of one major version. */
type StripColumn = { label: string; slots: number }

/** A strip with one entry for each slot of each column; null if it has fewer releases of the major version. */
export type AlignedStrip = { strip: ReleaseStrip; groups: readonly (readonly (ReleaseCell | null)[])[] }

/** Maximum releases per column; above it, columns are the first two numbers of the version. */
const MAX_SLOTS = 4

/**
 * Aligns the strips of a product by major version, so that a bad release is visible as a column across machines. A
 * column has as many slots as the machine with most releases of that major version.
 *
 * @param maxSlots maximum number of slots; the oldest releases are left out.
 */
export function alignStrips(
  { product, versions, strips }: ProductStrips,
  maxSlots: number,
): { columns: StripColumn[]; aligned: AlignedStrip[]; isCut: boolean } {
  const labelOf = columnLabels(product, strips)
  const labels = [...new Set(versions.toSorted(compareVersions).map(labelOf))]
  const slotsOf = (label: string) =>
    Math.max(...strips.map(({ cells }) => cells.filter(({ version }) => labelOf(version) === label).length))
  const columns: StripColumn[] = []
  let left = maxSlots
  for (const label of labels.toReversed()) {
    const slots = Math.min(slotsOf(label), left)
    if (slots === 0) break
    columns.unshift({ label, slots })
    left -= slots
  }
  const shown = columns.reduce((sum, { slots }) => sum + slots, 0)
  const all = labels.reduce((sum, label) => sum + slotsOf(label), 0)
  const aligned = strips.map((strip) => ({
    strip,
    groups: columns.map(({ label, slots }) => {
      const own = strip.cells.filter(({ version }) => labelOf(version) === label).slice(-slots)
      return [...Array.from({ length: slots - own.length }, () => null), ...own]
    }),
  }))
  return { columns, aligned, isCut: shown < all }
}

/**
 * Returns a function that labels a version by its major version, or by its first two numbers if a major version has
 * many releases.
 */
function columnLabels(product: string, strips: readonly ReleaseStrip[]): (version: string) => string {
  const byMajor = (version: string) => majorOf(version, product)
  const isWide = strips.some(({ cells }) =>
    [...Map.groupBy(cells, ({ version }) => byMajor(version)).values()].some((own) => own.length > MAX_SLOTS),
  )
  return isWide ? (version) => /^\d+\.\d+/.exec(version)?.[0] ?? version : byMajor
}
