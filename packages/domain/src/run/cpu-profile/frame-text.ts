type Share = { name: string; module: string | null; percent: number; before?: number }

/** A share with two decimals, as in all tables. */
export const percentText = (percent: number): string => `${percent.toFixed(2)}%`

/** A change of a share in points, with its sign. */
export function pointsText(points: number): string {
  const text = Math.abs(points).toFixed(2)
  if (text === '0.00') return '0.00'
  return points > 0 ? `+${text}` : `−${text}`
}

/** A frame as text: `_bt_compare: 4.20% of samples, +1.10 points`. */
export function frameText({ name, module, percent, before }: Share): string {
  const where = module === null ? name : `${name} (${module.replace(/^\[|\]$/g, '')})`
  const share = `${where}: ${percentText(percent)} of samples`
  return before === undefined ? share : `${share}, ${pointsText(percent - before)} points from ${percentText(before)}`
}

/** Precision of a share of 10% with this number of samples: the 95% interval of a proportion, in percentage points. */
export const exactnessText = (samples: number): string =>
  `a share of 10% is known to ±${(100 * 1.96 * Math.sqrt((0.1 * 0.9) / samples)).toFixed(1)} points`
