import type { Format } from '../../import/format.ts'
import type { Parsed } from '../../parse/problem.ts'
import { companionFormat } from '../companion-format.ts'
import { isDstatOutput, parseDstat } from './parse-dstat.ts'
import { isPidstatOutput, parsePidstat } from './parse-pidstat.ts'
import { isPrometheusAnswer, parsePrometheus } from './parse-prometheus.ts'
import { isSarOutput, type MachineSamples, parseSar } from './parse-sar.ts'
import { isTurbostatOutput, parseTurbostat } from './parse-turbostat.ts'
import type { SampledSeries } from './sampled-series.ts'

const machine = (
  kind: string,
  recognize: (text: string) => boolean,
  parse: (text: string, file: string) => Parsed<MachineSamples>,
): Format =>
  companionFormat({
    kind,
    recognize: (_name, text) => recognize(text),
    parse,
    contentOf: (samples) => ({ kind: 'machine-samples', samples }),
  })

const series = (
  kind: string,
  recognize: (text: string) => boolean,
  parse: (text: string, file: string) => Parsed<readonly SampledSeries[]>,
): Format =>
  machine(kind, recognize, (text, file) => {
    const { value, problems } = parse(text, file)
    return { value: value === null ? null : { vmstat: null, series: value }, problems }
  })

/** Samplers of the machine and of processes, and answers of a monitoring system. */
export const SERIES_FORMATS: readonly Format[] = [
  series('pidstat', isPidstatOutput, parsePidstat),
  machine('sar', isSarOutput, parseSar),
  machine('dstat', isDstatOutput, parseDstat),
  series('turbostat', isTurbostatOutput, parseTurbostat),
  series('prometheus', isPrometheusAnswer, parsePrometheus),
]
