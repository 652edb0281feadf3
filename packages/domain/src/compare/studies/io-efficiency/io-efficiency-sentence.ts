import type { Tldr, TldrSegment, TldrSentence } from '../../tldr/tldr.ts'
import type { IoEfficiency, IoSubject, IoTest } from './io-efficiency.ts'

/** Formats `0.78 to 0.85 of the reads of fio at 1 client, 0.88 to 0.89 at 6 clients.` */
export function ioSentence({ subjects }: IoEfficiency): string {
  const texts = subjects.map(({ label, tests }, i) => {
    const all = tests.map(({ efficiency }) => efficiency)
    const [low, high] = [Math.min(...all).toFixed(2), Math.max(...all).toFixed(2)]
    return `${low === high ? low : `${low} to ${high}`}${i === 0 ? ' of the reads of fio' : ''} at ${label}`
  })
  return texts.length === 0 ? 'Storage reads of a database vs fio.' : `${texts.join(', ')}.`
}

/** Columns of the page that sentences link to. */
export const IO_COLUMNS = { efficiency: 0, cpuIncrease: 1 } as const

/**
 * For each subject: the lowest and the highest IO efficiency, and the CPU that the database adds to a read. The least
 * efficient subject comes first; cells are indexed by subject and test.
 */
export function ioTldr({ subjects }: IoEfficiency): Tldr {
  const sentences = subjects.flatMap(sentencesOf).sort((a, b) => b.effect - a.effect)
  return { sentences, left: 0 }
}

type Placed = IoTest & { row: number }

function sentencesOf({ label, tests }: IoSubject, table: number): TldrSentence[] {
  const placed = tests.map((test, row): Placed => ({ ...test, row }))
  return [...Map.groupBy(placed, ({ of }) => of)].map(([of, members]) => {
    const efficiencies = rangeOf(members, ({ efficiency }) => efficiency)
    const increases = rangeOf(members, ({ cpuIncrease }) => cpuIncrease)
    const [least] = efficiencies
    const parts = (range: readonly Found[], column: number, digits: number): TldrSegment[] =>
      range.flatMap(({ value, row, test }, i) => [
        ...(i === 0 ? [] : [' to ']),
        { number: value.toFixed(digits), cell: { table, row, column } },
        ` (${test})`,
      ])
    return {
      parts: [
        `At ${[label, of].filter((part) => part !== '').join(' with ')} IO efficiency is `,
        ...parts(efficiencies, IO_COLUMNS.efficiency, 3),
        ...(increases.length === 0
          ? []
          : [', and a read costs ', ...parts(increases, IO_COLUMNS.cpuIncrease, 3), ' µs of CPU more than by fio']),
        '.',
      ],
      effect: least === undefined ? 0 : Math.abs(Math.log(least.value)),
    }
  })
}

type Found = { value: number; row: number; test: string }

/** The smallest and the largest value; one element if all are equal. */
function rangeOf(tests: readonly Placed[], read: (test: Placed) => number | null): Found[] {
  const found = tests
    .flatMap((test): Found[] => {
      const value = read(test)
      return value === null ? [] : [{ value, row: test.row, test: test.test }]
    })
    .sort((a, b) => a.value - b.value)
  const [low, high] = [found[0], found.at(-1)]
  return low === undefined || high === undefined ? [] : low === high ? [low] : [low, high]
}
