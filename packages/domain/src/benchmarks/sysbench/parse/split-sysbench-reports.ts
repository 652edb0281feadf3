/** One of several reports in a file, with empty lines in place of those before it, so that problems name the right line. */
export type SysbenchReportText = {
  text: string
  line: number
  /** Signs of the test, because sysbench does not print its name. */
  did: { sections: string; mix: readonly number[] | null }
}

/** The last line of a report. */
const END = /^ +execution time \(avg\/stddev\):.*(?:\r?\n|$)/gm
const HEADER = /^sysbench \d+\.\d+/m

/** Maximum reports in one file, which limits the lines that are repeated for the positions of problems. */
const MAX_REPORTS = 200

/**
 * Splits a file into which several calls of sysbench were written one after another, as `>> all.log` does. One report
 * alone, also a report with checkpoints, is returned as it is.
 */
export function splitSysbenchReports(text: string): SysbenchReportText[] {
  const parts: string[] = []
  let start = 0
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length
    if (!HEADER.test(text.slice(end)) || !HEADER.test(text.slice(start, end))) continue
    parts.push(text.slice(start, end))
    start = end
  }
  parts.push(text.slice(start))
  if (parts.length === 1 || parts.length > MAX_REPORTS) return [{ text, line: 1, did: didOf(text) }]
  let linesBefore = 0
  return parts.map((part) => {
    const report = {
      text: '\n'.repeat(linesBefore) + part,
      line: linesBefore + part.slice(0, part.search(/\S/)).split('\n').length,
      did: didOf(part),
    }
    linesBefore += part.split('\n').length - 1
    return report
  })
}

/** Sections that only some tests print. */
const SECTION = /^(?:CPU speed|SQL statistics|File operations|Total operations|Throughput):/gm

const didOf = (text: string): SysbenchReportText['did'] => ({
  sections: [...text.matchAll(SECTION)].map(([section]) => section).join(' '),
  mix: mixOf(text),
})

/** Reads, writes and others of each transaction; null when the report states none. */
function mixOf(text: string): number[] | null {
  const count = (name: string) => Number(new RegExp(`^ +${name}: +(\\d{1,15})`, 'm').exec(text)?.[1] ?? Number.NaN)
  const transactions = count('transactions')
  const mix = ['read', 'write', 'other'].map((kind) => count(kind) / transactions)
  return mix.every(Number.isFinite) ? mix : null
}

/** The share by which the queries of each transaction may differ between two runs of one test, because of retries. */
const MAX_DIFFERENCE = 0.02

/** True when two reports may be of the same test. */
export function mayBeSameTest(a: SysbenchReportText['did'], b: SysbenchReportText['did']): boolean {
  if (a.sections !== b.sections || a.mix === null || b.mix === null) return a.sections === b.sections && a.mix === b.mix
  const { mix } = b
  return a.mix.every((value, i) => Math.abs(value - (mix[i] ?? 0)) <= MAX_DIFFERENCE * Math.max(1, value))
}
