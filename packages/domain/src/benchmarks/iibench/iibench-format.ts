import type { Benchmark } from '../../import/format.ts'
import { type ImportContext, type SourceFile, take } from '../../import/import-context.ts'
import { INSERT_BENCHMARK } from './iibench-metrics.ts'
import { addSteps, printed } from './import/add-iibench-step.ts'
import { readClientOutput } from './import/read-iibench-output.ts'
import { readReport, readServerTables } from './import/read-iibench-tables.ts'
import { holdsClientOutput } from './parse/client-output.ts'
import { holdsReport } from './parse/iibench-report.ts'
import { holdsMinima, parseMinima } from './parse/minima.ts'
import { holdsServerTable } from './parse/server-table.ts'
import { parseStep } from './parse/step.ts'

/** The Insert Benchmark: client output, tables and published pages (FORMATS.md section 11). */
export const iibench: Benchmark = {
  name: INSERT_BENCHMARK,
  formats: [
    { kind: 'iibench-tables', recognize: (_name, text) => holdsServerTable(text), read: readServerTables },
    { kind: 'iibench-report', recognize: (_name, text) => holdsReport(text), read: readReport },
    { kind: 'iibench-minima', recognize: (_name, text) => holdsMinima(text), read: readMinima },
    { kind: 'iibench-output', recognize: (_name, text) => holdsClientOutput(text), read: readClientOutput },
  ],
}

function readMinima(context: ImportContext, file: SourceFile): void {
  const rows = take(context, file, 'iibench-minima', parseMinima(file.text, file.path)) ?? []
  const steps = rows.flatMap(({ tag, line, values }) =>
    Object.entries(values).flatMap(([name, value]) => {
      const step = parseStep(name)
      return step === null
        ? []
        : [{ tag, line, step, values: new Map([['getmin', printed(value, { text: '0.000' })]]) }]
    }),
  )
  addSteps(context, file, steps, { clients: null, rows: null, isOneRun: false })
}
