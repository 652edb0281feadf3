/** The parser that a file is for. */
export type TableFormat =
  | 'qps-table'
  | 'sysbench-2020-table'
  | 'metrics-table'
  | 'result-lines'
  | 'dbbench-report'
  | 'dbbench-summary'
  | 'dbbench-derived'

/** Which format a file is, from its content first and its name second; null when none. */
export function recogniseTable(_name: string, _text: string): TableFormat | null {
  return null
}
