import { canonicalJson } from '../run/run-identity.ts'
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
    const current = executions.findLast(({ fields }) => !contradicts(fields, merged.fields))
    const isNext = current === executions.at(-1) || merged.row.startedAt === null
    const target = isNext && current?.rows.every(({ row }) => row.test !== merged.row.test) ? current : undefined
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
  const [from, to] = [a.row.startedAt ?? '', b.row.startedAt ?? '']
  return from < to ? -1 : from > to ? 1 : a.index - b.index
}

const contradicts = (a: Fields, b: Fields): boolean =>
  Object.entries(b).some(([field, text]) => a[field] !== undefined && a[field] !== text)

function numberRepeats(executions: readonly Open[]): Execution[] {
  const dated = executions.map(({ rows, fields }) => ({
    rows,
    fields,
    startedAt: rows.map(({ row }) => row.startedAt).find((date) => date !== null) ?? null,
  }))
  const counts = new Map<string, number>()
  return dated
    .sort((a, b) =>
      (a.startedAt ?? '') < (b.startedAt ?? '') ? -1 : (a.startedAt ?? '') > (b.startedAt ?? '') ? 1 : 0,
    )
    .map(({ rows, fields, startedAt }) => {
      const { row, dataset } = rows[0] ?? { row: null, dataset: '' }
      const key = canonicalJson([
        fields,
        fields.hardware === undefined ? dataset : null,
        row?.version.text,
        row?.githash,
      ])
      const repeat = (counts.get(key) ?? 0) + 1
      counts.set(key, repeat)
      return { rows, fields, startedAt, repeat }
    })
}
