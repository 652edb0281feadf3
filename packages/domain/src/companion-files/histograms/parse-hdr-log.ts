import { decodeHdr } from '../../histograms/hdr-encoding.ts'
import type { Histogram } from '../../histograms/histogram.ts'
import { mergeHistograms } from '../../histograms/merge-histograms.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { textLines } from '../../parse/text-lines.ts'
import type { ResponseTimes } from './response-time-content.ts'
import { unitOfName } from './unit-of-name.ts'

const ROW = /^(?:Tag=([^,\s]{1,200}),)?\d+(?:\.\d+)?,\d+(?:\.\d+)?,\d+(?:\.\d+)?,(\S+)$/
const LEGEND = /^"StartTimestamp","/
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** True for a histogram log of HdrHistogram: comments and a legend, then rows that end in an encoded histogram. */
export function recognizeHdrLog(text: string): boolean {
  const head = text.slice(0, 4_000)
  return /^#\[(?:Histogram log format|StartTime|BaseTime)/m.test(head) || (LEGEND.test(head) && /,HIST/.test(head))
}

/**
 * Parses a histogram log (`.hlog`, and `.hdr` of YCSB). The intervals of each tag are merged; a tag is an operation.
 * A row that cannot be decoded refuses the run.
 */
export function parseHdrLog(text: string, file: string): Parsed<ResponseTimes> {
  const problems: Problem[] = []
  const merged = new Map<string | null, Histogram>()
  for (const [i, line] of textLines(text).entries()) {
    if (line.trim() === '' || line.startsWith('#') || LEGEND.test(line)) continue
    const refuse = (what: string) => problems.push(refusal(file, what, i + 1))
    const [, tag = null, encoded] = ROW.exec(line) ?? []
    if (encoded === undefined || !BASE64.test(encoded) || encoded.length % 4 !== 0) {
      refuse('is not `START,LENGTH,MAX,HISTOGRAM`, so the log is cut or damaged')
      continue
    }
    const read = decodeHdr(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)))
    if (!read.ok) {
      refuse(`the histogram ${read.error}`)
      continue
    }
    const before = merged.get(tag)
    const all = before === undefined ? { ok: true as const, value: read.value } : mergeHistograms(before, read.value)
    if (all.ok) merged.set(tag, all.value)
  }
  const operation = operationOfName(file)
  const histograms = [...merged].flatMap(([tag, histogram]) =>
    histogram.count === 0 ? [] : [{ operation: tag ?? operation, histogram, unitMs: unitOfName(file) }],
  )
  if (problems.length > 0) return { value: null, problems }
  if (histograms.length === 0) return { value: null, problems: [{ file, message: 'counts no value' }] }
  return { value: { histograms, intervals: [] }, problems }
}

/** YCSB writes a file for each operation: `READ.hdr`, `runREAD.hdr`. */
const operationOfName = (file: string): string | null => /([A-Z][A-Z-]{2,40})\.hdr(?:\.gz)?$/.exec(file)?.[1] ?? null
