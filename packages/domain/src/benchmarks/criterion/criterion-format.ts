import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { criterionAbout, criterionEstimates } from './criterion-estimates-format.ts'
import { isCriterionOutput, parseCriterion } from './criterion-output.ts'

/** Console output of `cargo bench` with criterion, the benchmark library of Rust. */
const output: Format = {
  kind: 'criterion',
  isNamedByPath: true,
  recognize: (_name, text) => isCriterionOutput(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    const found = take(context, file, 'criterion', parseCriterion(file.text, file.path)) ?? []
    for (const [index, { name, timeNs, throughput, line }] of found.entries()) {
      const rate = throughput?.unit === 'bytes' ? 'bytes/s' : 'items/s'
      const result = {
        test: { name, order: index + 1, role: 'measured' as const, primaryMetric: 'real_time_ns' },
        clients: 1,
        params: {},
        values: { real_time_ns: timeNs, ...(throughput === null ? {} : { [rate]: throughput.perSecond }) },
        location: { path: file.path, line },
      }
      addRepeated(context, file, { benchmark: 'criterion', results: [result] }, seen)
    }
  },
}

export const criterion: Benchmark = { name: 'criterion', formats: [output, criterionAbout, criterionEstimates] }
