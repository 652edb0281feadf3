import { rememberLast } from '../../parse/remember-last.ts'
import { labelsOf } from '../../parse/table-labels.ts'
import { splitLines } from '../../parse/text-lines.ts'

/** Kinds of tables that scripts make from outputs of sysbench. */
export type SysbenchTable = 'qps-table' | 'sysbench-2020-table' | 'metrics-table' | 'result-lines'

/**
 * The kind of a table by its content, then by its name; null for other files. The name decides only the metric of sb.r
 * files and the kind of an empty file.
 */
export const sysbenchTable = rememberLast((name: string, text: string): SysbenchTable | null => {
  const baseName = name.replace(/^.*[/\\]/, '')
  const lines = splitLines(text).lines.filter((line) => line.trim() !== '')
  const [first, second = ''] = lines
  if (first === undefined) return meantToBe(baseName)
  if (lines.some((line) => /^col-1\s*(:|\t|$)/.test(line))) return 'qps-table'
  if (/^sb\.\S+$/.test(first)) {
    if (lines.slice(1, 3).includes('--- absolute')) return 'metrics-table'
    if (/^(\d[\d.]*\t|\w+ \S+ range=\d)/.test(second)) return 'sysbench-2020-table'
  }
  if (/^sb\.r\.[a-z0-9]+\./.test(baseName) && RESULT_LABEL.test(first.split('\t').at(-1) ?? '')) return 'result-lines'
  const labels = labelsOf(lines)
  return labels.length > 0 && labels.every((label) => label !== null && TEST_LABEL.test(label)) ? 'qps-table' : null
})

const RESULT_LABEL = /^[A-Za-z]\w* \S+ range=\d+$/
const TEST_LABEL = /^[A-Za-z][\w.-]*_range=\d+$/

function meantToBe(baseName: string): SysbenchTable | null {
  if (/^qps\.(abs|rel)\./.test(baseName)) return 'qps-table'
  if (/^o\.met(\.|$)/.test(baseName)) return 'metrics-table'
  return /^sb\.r\.[a-z0-9]+\./.test(baseName) ? 'result-lines' : null
}
