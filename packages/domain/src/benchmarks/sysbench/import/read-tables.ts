import { countOf } from '../../../import/fields.ts'
import { type ImportContext, RATIOS, type SourceFile, take } from '../../../import/import-context.ts'
import { LOAD_PHASE, stepFromFields } from '../../../import/step-name.ts'
import { AS_PUBLISHED_PREFIX } from '../../../run/metric.ts'
import { parseMetricsTable } from '../parse/metrics-table.ts'
import { parseSysbench2020Table } from '../parse/sysbench-2020-tables.ts'
import { addCell, findTableServer } from './table-server.ts'

/** Reads a table of vmstat and iostat metrics per operation, by step and server. */
export function readMetricsTable(context: ImportContext, file: SourceFile): void {
  const { path } = file
  const table = take(context, file, 'metrics-table', parseMetricsTable(file.text, path))
  for (const block of table?.blocks ?? []) {
    const fields = context.decoder.file(block.step)?.fields ?? {}
    const step = stepFromFields(fields)
    if (step === null) {
      context.problems.push({
        file: path,
        line: block.line,
        message: `\`${block.step}\` is not a step that the profile knows`,
      })
      continue
    }
    for (const { line, server: label, cells } of block.absolute) {
      const location = { path, line }
      const server = findTableServer(context, file, { label, location, ofSection: {} })
      if (server === null) continue
      const values = block.metricNames.flatMap((name, i): [string, number][] => {
        const value = cells[i]?.value ?? null
        if (value === null) return []
        return [[name === 'o/s' ? (step.phase === LOAD_PHASE ? 'rows/s' : 'qps') : AS_PUBLISHED_PREFIX + name, value]]
      })
      const clients = step.phase === LOAD_PHASE ? null : (server.clients ?? countOf(fields.clients))
      addCell(server, file, {
        location,
        step,
        clients,
        content: { kind: 'published', values: Object.fromEntries(values) },
      })
    }
  }
}

/**
 * Reads a table of the Dec 2020 sets: a block per test, and a column per number of clients, which the file does not
 * state.
 */
export function readSysbench2020Table(context: ImportContext, file: SourceFile): void {
  const { path } = file
  const parsed = parseSysbench2020Table(file.text, path)
  if (parsed.value?.kind === 'relative') {
    context.ignored.push({ path, reason: RATIOS })
    return
  }
  const table = take(context, file, 'sysbench-2020-table', parsed)
  for (const block of table?.blocks ?? []) {
    const step = stepFromFields(context.decoder.file(block.heading)?.fields ?? {})
    if (step === null) {
      context.problems.push({
        file: path,
        line: block.line,
        message: `\`${block.heading}\` is not a step that the profile knows`,
      })
      continue
    }
    for (const { line, server: label, cells } of block.rows) {
      const location = { path, line }
      const server = label === null ? null : findTableServer(context, file, { label, location, ofSection: {} })
      if (server === null) continue
      const values = cells.map(({ value }) => value)
      const metric = step.phase === LOAD_PHASE ? 'rows/s' : 'qps'
      addCell(server, file, { location, step, clients: null, content: { kind: 'columns', metric, values } })
    }
  }
}
