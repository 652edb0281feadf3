import { canonicalJson } from '../json/canonical-json.ts'
import type { MergedRow } from './dbbench-rows.ts'
import type { Fields } from './fields.ts'

/** The rows of one execution of the benchmark script: each test once, in the order in which they ran. */
export type Execution = { rows: readonly MergedRow[]; fields: Fields; startedAt: string | null; repeat: number }

/**
 * Rows into executions. On one machine the script runs its tests one after the other, so the rows of a version, sorted
 * by date, belong to one execution until a test comes again or a name says that something else is tested now.
 *
 * Executions of the same build, config, workload and machine are repeats, numbered by date, unless names number them.
 */
export function groupExecutions(rows: readonly MergedRow[]): Execution[] {
  const groups = new Map<string, MergedRow[]>()
  for (const merged of rows) {
    const { row, fields, dataset } = merged
    const key = canonicalJson([
      fields.hardware ?? { dataset },
      fields.workload ?? { dataset },
      row.version.text,
      row.githash,
    ])
    groups.set(key, [...(groups.get(key) ?? []), merged])
  }
  const executions = [...groups.values()].flatMap((group) => splitByTime(group))
  return numberRepeats(executions)
}

type Open = { rows: MergedRow[]; fields: Record<string, string> }

function splitByTime(group: readonly MergedRow[]): Open[] {
  const executions: Open[] = []
  for (const merged of [...group].sort(byDate)) {
    // Two configs may have run at the same time, on two machines, so the last one is not always the one to go on with.
    const current = executions.findLast(({ fields }) => !contradicts(fields, merged.fields))
    const target = current?.rows.every(({ row }) => !isSameTest(row, merged.row)) ? current : undefined
    if (target === undefined) {
      executions.push({ rows: [merged], fields: { ...merged.fields } })
    } else {
      target.rows.push(merged)
      Object.assign(target.fields, merged.fields)
    }
  }
  return executions
}

function byDate(a: MergedRow, b: MergedRow): number {
  return compareText(a.row.startedAt ?? '', b.row.startedAt ?? '') || a.index - b.index
}

const isSameTest = (a: MergedRow['row'], b: MergedRow['row']): boolean =>
  a.test === b.test && a.threads === b.threads && canonicalJson(a.params ?? null) === canonicalJson(b.params ?? null)

const contradicts = (a: Fields, b: Fields): boolean =>
  Object.entries(b).some(([field, text]) => a[field] !== undefined && a[field] !== text)

function numberRepeats(executions: readonly Open[]): Execution[] {
  const counts = new Map<string, number>()
  return executions
    .flatMap(({ rows, fields }) => {
      const [first] = rows
      if (first === undefined) return []
      const startedAt = rows.map(({ row }) => row.startedAt).find((date) => date !== null) ?? null
      return [{ first, rows, fields, startedAt }]
    })
    .sort((a, b) => compareText(a.first.dataset, b.first.dataset) || compareText(a.startedAt ?? '', b.startedAt ?? ''))
    .map(({ first: { row, dataset }, rows, fields, startedAt }) => {
      const machine = fields.hardware === undefined ? dataset : null
      const key = canonicalJson([fields, machine, row.version.text, row.githash])
      const repeat = (counts.get(key) ?? 0) + 1
      counts.set(key, repeat)
      return { rows, fields, startedAt, repeat }
    })
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
