import type { CsvMapping } from '../../benchmarks/mapped-csv/csv-mapping.ts'

/** A rule of a profile that maps the columns of files, as a person points them out in a preview. */
export type MappingRule = {
  /** Pattern of the names of the files. */
  match: string
  mapping: Pick<CsvMapping, 'schemaVersion' | 'columns' | 'set'> & {
    rows?: string
    separator?: string
    others?: 'ignore'
  }
}

/** A pattern that matches the names of some files: one name as it is, several by their ending. */
export function patternOfNames(names: readonly string[]): string {
  const [first = '', ...others] = names.map((name) => name.split('/').at(-1) ?? name)
  if (others.every((name) => name === first)) return first.replace(/[{}[\]]+/g, '{_any:any}')
  const [ending = ''] = /\.[A-Za-z\d]{1,8}$/.exec(first) ?? []
  return `{_name:any}${ending}`
}

/** The rule as lines of YAML in a list, with a column on each line. JSON strings are YAML strings. */
export function linesOfRule({ match, mapping }: MappingRule): string[] {
  const { columns, set, rows, separator, others, schemaVersion } = mapping
  return [
    `  - match: ${JSON.stringify(match)}`,
    '    mapping:',
    `      schemaVersion: ${schemaVersion}`,
    ...(rows === undefined ? [] : [`      rows: ${JSON.stringify(rows)}`]),
    ...(separator === undefined ? [] : [`      separator: ${JSON.stringify(separator)}`]),
    '      columns:',
    ...Object.entries(columns).map(([name, target]) => `        ${JSON.stringify(name)}: ${inline(target)}`),
    ...(others === undefined ? [] : [`      others: ${others}`]),
    ...(Object.keys(set).length === 0 ? [] : [`      set: ${inline(set)}`]),
  ]
}

function inline(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{ ${members.map(([key, member]) => `${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(member)}`).join(', ')} }`
}
