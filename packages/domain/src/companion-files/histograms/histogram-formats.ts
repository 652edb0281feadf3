import type { Format } from '../../import/format.ts'
import type { Parsed } from '../../parse/problem.ts'
import { companionFormat } from '../companion-format.ts'
import { parseBenchbaseRaw, recogniseBenchbaseRaw } from './parse-benchbase-raw.ts'
import { parseBpftrace, recogniseBpftrace } from './parse-bpftrace.ts'
import { parseHdrLog, recogniseHdrLog } from './parse-hdr-log.ts'
import { parseHgrm, recogniseHgrm } from './parse-hgrm.ts'
import {
  parsePgbenchIntervals,
  parsePgbenchLog,
  recognisePgbenchIntervals,
  recognisePgbenchLog,
} from './parse-pgbench-log.ts'
import type { ResponseTimes } from './response-time-content.ts'

const responseTimes = (
  kind: string,
  recognise: (text: string) => boolean,
  parse: (text: string, file: string) => Parsed<ResponseTimes>,
): Format =>
  companionFormat({
    kind,
    isNearest: true,
    recognise: (_name, text) => recognise(text),
    parse,
    contentOf: (times) => ({ kind: 'response-times', times }),
  })

/** Files with the response times of a test: histogram logs, and logs with a line per operation or interval. */
export const HISTOGRAM_FORMATS: readonly Format[] = [
  responseTimes('hdr-log', recogniseHdrLog, parseHdrLog),
  responseTimes('bpftrace', recogniseBpftrace, parseBpftrace),
  responseTimes('hgrm', recogniseHgrm, parseHgrm),
  { ...responseTimes('pgbench-log', recognisePgbenchLog, parsePgbenchLog), isPart: true },
  { ...responseTimes('pgbench-intervals', recognisePgbenchIntervals, parsePgbenchIntervals), isPart: true },
  responseTimes('benchbase-raw', recogniseBenchbaseRaw, parseBenchbaseRaw),
]
