import type { Format } from '../../import/format.ts'
import type { Parsed } from '../../parse/problem.ts'
import { companionFormat } from '../companion-format.ts'
import { parseBenchbaseRaw, recognizeBenchbaseRaw } from './parse-benchbase-raw.ts'
import { parseBpftrace, recognizeBpftrace } from './parse-bpftrace.ts'
import { parseHdrLog, recognizeHdrLog } from './parse-hdr-log.ts'
import { parseHgrm, recognizeHgrm } from './parse-hgrm.ts'
import {
  parsePgbenchIntervals,
  parsePgbenchLog,
  recognizePgbenchIntervals,
  recognizePgbenchLog,
} from './parse-pgbench-log.ts'
import type { ResponseTimes } from './response-time-content.ts'

const responseTimes = (
  kind: string,
  recognize: (text: string) => boolean,
  parse: (text: string, file: string) => Parsed<ResponseTimes>,
): Format =>
  companionFormat({
    kind,
    isNearest: true,
    recognize: (_name, text) => recognize(text),
    parse,
    contentOf: (times) => ({ kind: 'response-times', times }),
  })

/** Files with the response times of a test: histogram logs, and logs with a line per operation or interval. */
export const HISTOGRAM_FORMATS: readonly Format[] = [
  responseTimes('hdr-log', recognizeHdrLog, parseHdrLog),
  responseTimes('bpftrace', recognizeBpftrace, parseBpftrace),
  responseTimes('hgrm', recognizeHgrm, parseHgrm),
  { ...responseTimes('pgbench-log', recognizePgbenchLog, parsePgbenchLog), isPart: true },
  { ...responseTimes('pgbench-intervals', recognizePgbenchIntervals, parsePgbenchIntervals), isPart: true },
  responseTimes('benchbase-raw', recognizeBenchbaseRaw, parseBenchbaseRaw),
]
