import type { Lines } from './build-lines.ts'
import type { JudgedLine } from './judge-line.ts'
import type { SeriesQuery } from './series-query.ts'

type Judged = Omit<Lines, 'lines'> & { lines: JudgedLine[] }

/**
 * Cuts a judged series to the range between two x values, after judging the whole. An unknown name does not limit its
 * side.
 */
export function zoom<T extends Judged>(whole: T, { from, to }: Pick<SeriesQuery, 'from' | 'to'>): T {
  const start = from === null ? 0 : Math.max(0, whole.places.indexOf(from))
  const last = to === null ? -1 : whole.places.indexOf(to)
  const end = last < start ? whole.places.length - 1 : last
  if (start === 0 && end === whole.places.length - 1) return whole
  const isInside = ({ place }: { place: number }) => place >= start && place <= end
  const moved = <P extends { place: number }>(one: P): P => ({ ...one, place: one.place - start })
  return {
    ...whole,
    places: whole.places.slice(start, end + 1),
    lines: whole.lines.map((line) => ({
      ...line,
      positions: line.positions.filter(isInside).map(moved),
      changes: line.changes.filter(isInside).map((change) => ({ ...moved(change), after: change.after - start })),
      levels: line.levels
        .filter((level) => level.to >= start && level.from <= end)
        .map((level) => ({ ...level, from: Math.max(0, level.from - start), to: Math.min(end, level.to) - start })),
    })),
  }
}
