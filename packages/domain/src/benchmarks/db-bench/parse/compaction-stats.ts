/** Totals that `stats` printed, counted since the database was opened, by metric name (run/metric.ts). */
export type CompactionStats = Readonly<Record<string, number>>

const GB_PER_UNIT: Readonly<Record<string, number>> = { B: 2 ** -30, KB: 2 ** -20, MB: 2 ** -10, GB: 1, TB: 2 ** 10 }

/** Metric of each column of the `Sum` row, by heading, because newer versions have more columns. */
const METRIC_OF_HEADING: ReadonlyMap<string, string> = new Map([
  ['Size', 'lsm_sz'],
  ['W-Amp', 'w_amp'],
  ['Comp(sec)', 'c_wsecs'],
  ['CompMergeCPU(sec)', 'c_csecs'],
  ['Rblob(GB)', 'b_rgb'],
  ['Wblob(GB)', 'b_wgb'],
])

/** @param lines the lines from `** Compaction Stats [default] **` on; those after the cumulative stall are ignored. */
export function readCompactionStats(lines: readonly string[]): CompactionStats {
  const values: Record<string, number> = {}
  let headings: readonly string[] | null = null
  for (const line of lines) {
    if (/^Level +Files +Size /.test(line)) headings ??= line.trim().split(/\s+/)
    if (headings !== null && /^ Sum /.test(line) && values.lsm_sz === undefined)
      Object.assign(values, readSum(line, headings))
    const [, blob, blobUnit = ''] = /^Blob file count: \d+, total size: ([\d.]+) ([KMGT]?B),/.exec(line) ?? []
    if (blob !== undefined) values.blob_sz ??= Number(blob) * (GB_PER_UNIT[blobUnit] ?? 1)
    const [, uptime] = /^Uptime\(secs\): (\d+\.\d+) total, \d+\.\d+ interval$/.exec(line) ?? []
    if (uptime !== undefined) values.uptime ??= Number(uptime)
    const [, written, rate] = /^Cumulative compaction: (\d+\.\d+) GB write, (\d+\.\d+) MB\/s write, /.exec(line) ?? []
    if (written !== undefined && rate !== undefined) {
      values.c_wgb ??= Number(written)
      values.c_mbps ??= Number(rate)
    }
    const [, stall] = /^Cumulative stall: \S+ H:M:S, (\d+\.\d+) percent$/.exec(line) ?? []
    if (stall !== undefined) {
      values['stall%'] = Number(stall)
      break
    }
  }
  return values
}

/**
 * Reads the `Sum` row. A size is two words, number and unit, under one heading. A row that does not have a value for
 * every heading is ignored.
 */
function readSum(line: string, headings: readonly string[]): Record<string, number> {
  const words = line.trim().split(/\s+/)
  const [number, unit = ''] = words.slice(2, 4)
  const factor = GB_PER_UNIT[unit]
  const cells = [...words.slice(0, 2), number ?? '', ...words.slice(4)]
  if (factor === undefined || cells.length !== headings.length) return {}
  const values: Record<string, number> = {}
  for (const [i, heading] of headings.entries()) {
    const metric = METRIC_OF_HEADING.get(heading)
    const text = cells[i] ?? ''
    if (metric === undefined || !/^\d+(\.\d+)?$/.test(text)) continue
    values[metric] = Number(text) * (heading === 'Size' ? factor : 1)
  }
  return values
}
