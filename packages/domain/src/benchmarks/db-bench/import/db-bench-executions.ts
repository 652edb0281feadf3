import type { Fields } from '../../../import/fields.ts'
import { canonicalJson } from '../../../json/canonical-json.ts'
import type { MergedRow } from './db-bench-rows.ts'

/** The rows of one execution of the benchmark script with one repeat number: each test once, in execution order. */
export type Execution = { rows: readonly MergedRow[]; fields: Fields; startedAt: string | null; repeat: number }

/**
 * Groups rows into executions. On one machine the script runs its tests sequentially, so the rows of a version, sorted
 * by date, belong to one execution until a test is repeated or a name changes.
 *
 * A second result of the same test at the same coordinates is the next repeat, numbered by date, unless names state the
 * repeats.
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
    // Two configs may have run at the same time on two machines, so a row need not belong to the latest execution.
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

/**
 * Numbers repeats among results with equal coordinates. fillseq has one thread in executions with 10 and with 20
 * threads, so its second result is a repeat although the other tests are not. An execution whose rows have different
 * numbers is split, because a run has one repeat number.
 */
function numberRepeats(executions: readonly Open[]): Execution[] {
  const all = executions.flatMap(({ rows, fields }) => rows.map((merged) => ({ merged, fields })))
  const counts = new Map<string, number>()
  const repeats = new Map<MergedRow, number>()
  for (const { merged, fields } of all.sort((a, b) => byDate(a.merged, b.merged))) {
    const key = coordinatesOf(merged, fields)
    const repeat = fields.repeat === undefined ? (counts.get(key) ?? 0) + 1 : 1
    counts.set(key, repeat)
    repeats.set(merged, repeat)
  }
  return executions
    .flatMap(({ rows, fields }) =>
      [...Map.groupBy(rows, (merged) => repeats.get(merged) ?? 1)].map(([repeat, sameRepeat]) => ({
        dataset: rows[0]?.dataset ?? '',
        execution: { rows: sameRepeat, fields, startedAt: startOf(sameRepeat), repeat },
      })),
    )
    .sort(
      (a, b) =>
        compareText(a.dataset, b.dataset) || compareText(a.execution.startedAt ?? '', b.execution.startedAt ?? ''),
    )
    .map(({ execution }) => execution)
}

const startOf = (rows: readonly MergedRow[]): string | null =>
  rows.map(({ row }) => row.startedAt).find((date) => date !== null) ?? null

/** The identity of a db_bench result, without the repeat. Threads belong to the result, not to the execution. */
function coordinatesOf(
  { row, dataset }: MergedRow,
  { threads: _threads, clients: _clients, ...fields }: Fields,
): string {
  const machine = fields.hardware === undefined ? dataset : null
  const { logicalTest, threads, params, version, githash } = row
  return canonicalJson([fields, machine, version.text, githash, logicalTest, threads, params ?? null])
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
