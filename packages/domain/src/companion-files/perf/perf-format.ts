import type { Format } from '../../import/format.ts'
import type { Parsed } from '../../parse/problem.ts'
import { companionFormat } from '../companion-format.ts'
import { looksLikePerfStat, parsePerfStat } from './perf-stat/parse-perf-stat.ts'
import {
  looksLikePerfStatCsv,
  looksLikePerfStatJson,
  parsePerfStatCsv,
  parsePerfStatJson,
} from './perf-stat/parse-perf-stat-rows.ts'
import type { PerfStat } from './perf-stat/perf-stat.ts'
import { looksLikePerfStatJoin, looksLikePerfStatTable, parsePerfStatTable } from './perf-stat/perf-stat-table.ts'

const perfStat = companionFormat<PerfStat>({
  kind: 'perf-stat',
  recognize: (_name, text) => looksLikePerfStat(text) || looksLikePerfStatCsv(text) || looksLikePerfStatJson(text),
  parse: parseAny,
  contentOf: (stat) => ({ kind: 'perf', perf: { stats: [stat], tables: [] } }),
})

function parseAny(text: string, file: string): Parsed<PerfStat> {
  if (looksLikePerfStatJson(text)) return parsePerfStatJson(text, file)
  return looksLikePerfStatCsv(text) ? parsePerfStatCsv(text, file) : parsePerfStat(text, file)
}

const perfStatTable = companionFormat({
  kind: 'perf-stat-table',
  recognize: (_name, text) => looksLikePerfStatTable(text),
  parse: parsePerfStatTable,
  contentOf: (table) => ({ kind: 'perf', perf: { stats: [], tables: [table] } }),
})

/** A joined table of servers, in an order that no file states. */
const perfStatJoin: Format = {
  kind: 'perf-stat-join',
  recognize: (_name, text) => looksLikePerfStatJoin(text),
  read(context, { path }) {
    context.ignored.push({ path, reason: 'counters of several servers, and which they are is in no file' })
  },
}

export const PERF_FORMATS: readonly Format[] = [perfStat, perfStatTable, perfStatJoin]
