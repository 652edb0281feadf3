import type { DimensionContradiction } from '../../types.ts'

/**
 * The rule for a column when a later upload states a value for an existing row. Every rule gives the same row for any
 * order of uploads:
 * - `identity`: the id is derived from the column, so it cannot differ.
 * - `fact`: null is replaced; another value is a contradiction.
 * - `facts`: a JSON object of facts.
 * - `largest`: the largest value stays. Used for positions of tests, because an upload of some tests counts from 0.
 * - `longest`: the longest text stays, for descriptions that do not change the identity.
 */
type ColumnRule = 'identity' | 'fact' | 'facts' | 'largest' | 'longest'

export type DimensionColumn = {
  name: string
  type: 'uuid' | 'text' | 'integer' | 'boolean' | 'double precision' | 'jsonb' | 'better' | 'test_role'
  rule: ColumnRule
  /** Name of the field in the upload document, if it differs. */
  field?: string
}

export type DimensionTableName =
  | 'product'
  | 'hardware'
  | 'benchmark'
  | 'metric'
  | 'version'
  | 'config'
  | 'workload'
  | 'test'
  | 'build'
  | 'metric_set'
  | 'metric_set_entry'
  | 'test_set'
  | 'test_set_item'

export type DimensionTable = {
  name: DimensionTableName
  /** Name of the row in a contradiction; null if its facts cannot contradict. */
  kind: DimensionContradiction['kind'] | null
  columns: readonly DimensionColumn[]
}

const parent = (name: string): DimensionColumn => ({ name, type: 'uuid', rule: 'identity' })
const fact = (name: string, field = name, type: DimensionColumn['type'] = 'text'): DimensionColumn => ({
  name,
  type,
  rule: 'fact',
  field,
})
const NAME: DimensionColumn = { name: 'name', type: 'text', rule: 'identity' }
const POSITION: DimensionColumn = { name: 'position', type: 'integer', rule: 'identity' }
const SIZE: DimensionColumn = { name: 'size', type: 'integer', rule: 'identity' }

/**
 * Parents before children. Every upload writes the tables in this order and the rows of a table by id, so two uploads
 * cannot deadlock.
 */
export const DIMENSION_TABLES: readonly DimensionTable[] = [
  { name: 'product', kind: null, columns: [NAME] },
  {
    name: 'hardware',
    kind: 'hardware',
    columns: [
      NAME,
      fact('cpu'),
      fact('cores', 'cores', 'integer'),
      { name: 'logical_cpus', type: 'jsonb', rule: 'facts' },
      fact('smt', 'smt', 'boolean'),
      fact('sockets', 'sockets', 'integer'),
      fact('memory_gb', 'memoryGb', 'double precision'),
      fact('storage'),
      fact('file_system', 'fileSystem'),
      fact('os'),
      fact('kernel'),
      fact('cloud_type', 'cloudType'),
    ],
  },
  { name: 'benchmark', kind: null, columns: [NAME] },
  {
    name: 'metric',
    kind: 'metric',
    columns: [NAME, fact('unit'), fact('better', 'better', 'better'), { name: 'about', type: 'text', rule: 'longest' }],
  },
  {
    name: 'version',
    kind: null,
    columns: [parent('product_id'), NAME, { name: 'sort_key', type: 'text', rule: 'identity' }],
  },
  {
    name: 'config',
    kind: 'config',
    columns: [
      parent('product_id'),
      NAME,
      { name: 'text', type: 'text', rule: 'identity' },
      { name: 'settings', type: 'jsonb', rule: 'facts' },
    ],
  },
  {
    name: 'workload',
    kind: 'workload',
    columns: [parent('benchmark_id'), NAME, { name: 'params', type: 'jsonb', rule: 'facts' }],
  },
  {
    name: 'test',
    kind: 'test',
    columns: [
      parent('benchmark_id'),
      NAME,
      fact('group_name', 'group'),
      { name: 'position', type: 'integer', rule: 'largest' },
      fact('role', 'role', 'test_role'),
      fact('primary_metric', 'primaryMetric'),
      fact('connections_per_client', 'connectionsPerClient', 'integer'),
      fact('target_rate', 'targetRate', 'double precision'),
    ],
  },
  {
    name: 'build',
    kind: 'build',
    columns: [
      parent('version_id'),
      NAME,
      fact('compiler'),
      fact('compiler_version', 'compilerVersion'),
      fact('lto', 'lto', 'boolean'),
      fact('flags'),
      fact('pgo', 'pgo', 'boolean'),
      fact('bolt', 'bolt', 'boolean'),
      fact('march'),
      fact('allocator'),
      fact('build_type', 'buildType'),
      fact('commit'),
      fact('binary_sha256', 'binarySha256'),
    ],
  },
  { name: 'metric_set', kind: null, columns: [SIZE] },
  { name: 'metric_set_entry', kind: null, columns: [parent('metric_set_id'), POSITION, parent('metric_id')] },
  { name: 'test_set', kind: null, columns: [SIZE] },
  {
    name: 'test_set_item',
    kind: null,
    columns: [
      parent('test_set_id'),
      parent('test_id'),
      { name: 'clients', type: 'integer', rule: 'identity' },
      { name: 'params', type: 'jsonb', rule: 'identity' },
    ],
  },
]
