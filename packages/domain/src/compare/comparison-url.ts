import { Bands, type Base, Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import { type DimensionName, FIXED_DIMENSIONS, isDimensionName } from './dimension.ts'
import { byName } from './dimension-order.ts'
import { filterEntries, namedBase } from './points-needed.ts'
import { joinList, joinPairs, splitList, splitPairs } from './render/list-text.ts'

/** A comparison and its problems: one sentence, without the full stop, for each part of the query that is invalid. */
type ReadQuery = { comparison: Comparison; problems: string[] }

/**
 * The canonical query of a comparison: `columns=version,config&base=version:17.6&version=17.6,18.0`. Defaults are left
 * out and parameters have a fixed order (PARAMETERS, then filters by dimension), so that equal comparisons have equal
 * URLs. list-text.ts describes how commas and colons in values are escaped.
 */
export function toQuery(comparison: Comparison): string {
  const settings = WRITTEN.flatMap(({ name, write, byDefault }) => {
    const text = write(comparison)
    return text === byDefault ? [] : [[name, text] as const]
  })
  const filters = filterEntries(comparison.filters)
    .sort(([a], [b]) => byDimension(a, b))
    .map(([dimension, values]) => [dimension, joinList(values)] as const)
  return [...settings, ...filters].map(([name, text]) => `${encodeName(name)}=${encodeText(text)}`).join('&')
}

/**
 * Parses a query; the inverse of `toQuery`: `fromQuery(toQuery(c)).comparison` equals `c`. It never throws: an invalid
 * value is reported as a problem and its default is used. A list may also be given as repeated parameters, as HTML
 * forms send it, and an empty filter filters nothing.
 */
export function fromQuery(query: string | URLSearchParams): ReadQuery {
  const given = typeof query === 'string' ? new URLSearchParams(query) : query
  const comparison: Comparison = { ...DEFAULT_COMPARISON, filters: {} }
  const problems: string[] = []
  for (const name of new Set(given.keys())) {
    const texts = given.getAll(name)
    if (isDimensionName(name)) {
      const values = texts.flatMap(splitList)
      if (values.length > 0) comparison.filters[name] = values
      continue
    }
    const parameter = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined
    if (parameter === undefined) {
      problems.push(`unknown parameter ${quoted(name)}; known: ${Object.keys(PARAMETERS).join(', ')}, and dimensions`)
    } else {
      const { value, problem } = parameter.read(parameter.isList === true ? texts.join(',') : (texts[0] ?? ''))
      Object.assign(comparison, value)
      if (problem !== undefined) problems.push(`${name}: ${problem}`)
    }
  }
  problems.push(...dropRepeatedDimensions(comparison))
  return { comparison, problems }
}

/** A parsed value, a problem, or both for a list with some invalid items. */
type ParsedParameter = { value?: Partial<Comparison>; problem?: string }
type Parameter = {
  isList?: boolean
  write: (comparison: Comparison) => string
  read: (text: string) => ParsedParameter
}

const PARAMETERS: Readonly<Record<string, Parameter>> = {
  rows: axisParameter('rows'),
  columns: axisParameter('columns'),
  tables: axisParameter('tables'),
  metrics: {
    isList: true,
    write: ({ metrics }) => joinList(metrics),
    read: (text) => {
      const metrics = splitList(text).filter((metric) => metric !== '')
      return metrics.length > 0 ? { value: { metrics } } : { problem: 'names no metric' }
    },
  },
  base: { write: ({ base }) => writeBase(base), read: readBase },
  show: choice('show', Comparison.shape.show.options),
  repeats: choice('repeats', Comparison.shape.repeats.options),
  bands: { write: ({ bands }) => writeBands(bands), read: readBands },
  published: flag('asPublished', 'yes', 'no'),
  steps: flag('allSteps', 'all', 'measured'),
  changed: flag('onlyChanged', 'yes', 'no'),
  badged: flag('countBadged', 'in', 'out'),
  verdicts: choice('verdicts', Comparison.shape.verdicts.options),
  sort: { write: ({ sort }) => writeSort(sort), read: readSort },
}

// The defaults are formatted once, because a page formats hundreds of URLs.
const WRITTEN = Object.entries(PARAMETERS).map(([name, { write }]) => ({
  name,
  write,
  byDefault: write(DEFAULT_COMPARISON),
}))

function axisParameter(axis: 'rows' | 'columns' | 'tables'): Parameter {
  return {
    isList: true,
    write: (comparison) => joinList(comparison[axis]),
    read: (text) => {
      const names = splitList(text)
      const unknown = names.filter((name) => !isDimensionName(name))
      const value = { [axis]: names.filter(isDimensionName) }
      if (unknown.length === 0) return { value }
      const problem = `${unknown.map(quoted).join(', ')} is not a dimension; known: ${FIXED_DIMENSIONS.join(', ')}, param:NAME`
      return unknown.length === names.length ? { problem } : { value, problem }
    },
  }
}

function choice<K extends 'show' | 'repeats' | 'verdicts'>(key: K, options: readonly Comparison[K][]): Parameter {
  return {
    write: (comparison) => comparison[key],
    read: (text) => {
      const found = options.find((option) => option === text)
      return found === undefined ? { problem: notOneOf(text, options) } : { value: { [key]: found } }
    },
  }
}

function flag(key: 'asPublished' | 'allSteps' | 'onlyChanged' | 'countBadged', on: string, off: string): Parameter {
  return {
    write: (comparison) => (comparison[key] ? on : off),
    read: (text) =>
      text === on || text === off ? { value: { [key]: text === on } } : { problem: notOneOf(text, [on, off]) },
  }
}

const PLAIN_BASES = ['none', 'first-row', 'first-column', 'first-cell', 'target'] as const

/** The base as the value of its parameter: `version:17.6`. */
export function writeBase(base: Base): string {
  if (base.kind !== 'values') return base.kind
  const named = namedBase(base).sort((a, b) => byDimension(a.dimension, b.dimension))
  return named.length === 0 ? 'values' : joinPairs(named.map(({ dimension, value }) => [dimension, value]))
}

function readBase(text: string): ParsedParameter {
  const plain = PLAIN_BASES.find((kind) => kind === text)
  if (plain !== undefined) return { value: { base: { kind: plain } } }
  if (text === 'values') return { value: { base: { kind: 'values', values: {} } } }
  const values: Partial<Record<DimensionName, string>> = {}
  for (const pair of splitPairs(text)) {
    if (pair === null || !isDimensionName(pair[0])) {
      return {
        problem: `${quoted(text)} is not ${PLAIN_BASES.join(', ')} or dimension:value, such as version:17.6`,
      }
    }
    values[pair[0]] = pair[1]
  }
  return { value: { base: { kind: 'values', values } } }
}

function writeBands(bands: Bands): string {
  return bands.kind === 'quartile' ? bands.kind : `${bands.worse}:${bands.better}`
}

function readBands(text: string): ParsedParameter {
  const [worse, better, ...rest] = text.split(':')
  const relative = { kind: 'relative', worse: numberOf(worse), better: numberOf(better) }
  const bands = Bands.safeParse(text === 'quartile' ? { kind: text } : relative)
  if (bands.success && rest.length === 0) return { value: { bands: bands.data } }
  return { problem: `${quoted(text)} is neither quartile nor two limits around 1, such as 0.95:1.05` }
}

function writeSort(sort: Comparison['sort']): string {
  return sort.kind === 'column' ? `column:${sort.column}:${sort.direction}` : sort.kind
}

function readSort(text: string): ParsedParameter {
  const [kind, column, direction, ...rest] = text.split(':')
  const sort = Comparison.shape.sort.safeParse(
    kind === 'column' ? { kind, column: numberOf(column), direction } : { kind: text },
  )
  if (sort.success && rest.length === 0) return { value: { sort: sort.data } }
  return { problem: `${quoted(text)} is not order, name, or a column with a direction, such as column:0:descending` }
}

/** Parses a number; NaN for an empty text, which Number() reads as 0. Adding 0 turns -0 into 0. */
function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text) + 0
}

/**
 * Keeps a dimension only on the first of rows, columns and tables that names it. Returns a problem for each removal.
 */
function dropRepeatedDimensions(comparison: Comparison): string[] {
  const placed = new Set<DimensionName>()
  const repeated = new Set<DimensionName>()
  for (const axis of ['rows', 'columns', 'tables'] as const) {
    const remaining: DimensionName[] = []
    for (const dimension of comparison[axis]) {
      if (placed.has(dimension)) repeated.add(dimension)
      else remaining.push(dimension)
      placed.add(dimension)
    }
    comparison[axis] = remaining
  }
  return [...repeated].map((dimension) => `${dimension} is on two axes of rows, columns and tables; the first is used`)
}

/** Fixed dimensions in the order of their declaration, then parameters by name. */
function byDimension(a: DimensionName, b: DimensionName): number {
  const rank = (name: DimensionName) => {
    const index = (FIXED_DIMENSIONS as readonly string[]).indexOf(name)
    return index < 0 ? FIXED_DIMENSIONS.length : index
  }
  return rank(a) - rank(b) || byName(a, b)
}

const quoted = (text: string) => JSON.stringify(text)
const notOneOf = (text: string, options: readonly string[]) => `${quoted(text)} is not one of ${options.join(', ')}`

/** Lone surrogates are replaced, because a URL cannot hold them; names of the upload schema have none. */
const encodeName = (name: string) => encodeURIComponent(name.toWellFormed()).replaceAll('%3A', ':')

/** Percent-encodes text, except characters that a query may hold as they are (RFC 3986 section 3.4). */
const encodeText = (text: string) => (NEEDS_NO_ENCODING.test(text) ? text : encode(text))

const NEEDS_NO_ENCODING = /^[\w.~!*'(),:/@=-]*$/

const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(/%(?:2C|3A|2F|40|3D)/g, (escaped) => decodeURIComponent(escaped))
