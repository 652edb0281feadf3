const FRESH_MS = 24 * 3_600_000

/**
 * The newest revision that a person read before this one. Changes since then are shown for a day after the person first
 * opened it.
 *
 * @param receipts of one person, in any order.
 */
export function changedSince(
  receipts: readonly { revision: number; firstAt: string }[],
  { revision, now }: { revision: number; now: Date },
): number | null {
  const opened = receipts.find((receipt) => receipt.revision === revision)
  if (opened !== undefined && now.getTime() - Date.parse(opened.firstAt) > FRESH_MS) return null
  const before = receipts.map((receipt) => receipt.revision).filter((one) => one < revision)
  return before.length === 0 ? null : Math.max(...before)
}
