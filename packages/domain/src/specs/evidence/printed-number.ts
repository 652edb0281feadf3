import type { CellNumbers } from '../../publish/report/reproduce-figure.ts'
import type { Better } from '../../run/metric.ts'

/** A number as printed in a sentence. */
export type PrintedNumber = {
  value: number
  /** Number of printed decimals. */
  digits: number
  /** Multiplier of the printed digits: 1000 for "12k". */
  scale: number
  signed: boolean
  /** `times`: 5.02X; `percent`: 7%; `plain`: 0.93 or 12,345 rows/s. */
  kind: 'times' | 'percent' | 'plain'
}

const NUMBER = /([+\-−–]?)(\d{1,3}(?:[,\u00a0\u202f ]\d{3})+|\d+)?(\.\d+)?/g
const SCALES: readonly [RegExp, number][] = [
  [/^(?:k|thousand)\b/i, 1e3],
  [/^(?:M|million)\b/, 1e6],
  [/^(?:G|bn|billion)\b/, 1e9],
]

/** The first number in a text; null if there is none. */
export function readPrintedNumber(text: string): PrintedNumber | null {
  for (const match of text.matchAll(NUMBER)) {
    const [all, sign = '', whole = '', decimals = ''] = match
    if (whole === '' && decimals === '') continue
    const after = text.slice(match.index + all.length).trimStart()
    const value = Number(`${whole.replaceAll(/\D/g, '') || '0'}${decimals}`)
    return {
      value: sign === '' || sign === '+' ? value : -value,
      digits: Math.max(0, decimals.length - 1),
      scale: SCALES.find(([pattern]) => pattern.test(after))?.[1] ?? 1,
      signed: sign !== '',
      kind: /^(?:[x×]|-?(?:times|fold))(?![a-z])/i.test(after) ? 'times' : after.startsWith('%') ? 'percent' : 'plain',
    }
  }
  return null
}

/**
 * Tests if a printed number agrees with a cell, rounded to the printed digits; halves may be rounded up or down. A
 * plain number is the value or the ratio; times are the ratio, or its inverse when lower is better; percents are the
 * ratio, its distance from 1, or a value in percent.
 */
export function statesCell(printed: PrintedNumber, cell: CellNumbers & { better: Better; unit: string }): boolean {
  return interpretationsOf(printed, cell).some((one) => one !== null && isRounded(printed, one))
}

function interpretationsOf(
  { kind, signed }: PrintedNumber,
  { value, ratio, better, unit }: CellNumbers & { better: Better; unit: string },
): (number | null)[] {
  const inverse = ratio === null || ratio === 0 || better !== 'lower' ? null : 1 / ratio
  switch (kind) {
    case 'times':
      return [ratio, inverse]
    case 'percent': {
      const change = ratio === null ? null : 100 * (ratio - 1)
      if (signed) return [change]
      return [
        change === null ? null : Math.abs(change),
        ratio === null ? null : 100 * ratio,
        unit === '%' ? value : null,
      ]
    }
    case 'plain':
      return [value, ratio]
  }
}

function isRounded({ value, digits, scale }: PrintedNumber, cell: number): boolean {
  const step = 10 ** -digits
  return Math.abs(cell / scale - value) <= step / 2 + Math.max(step, Math.abs(value)) * 4 * Number.EPSILON
}
