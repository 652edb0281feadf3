import { Bands, type Comparison } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { AXES, assignDimensions } from './assign-dimensions.ts'
import { FIELDS } from './builder-fields.ts'

/**
 * Parses a submitted builder form into a comparison. Fields that are missing or not a number keep their previous value.
 */
export function readBuilderForm(form: URLSearchParams): Comparison {
  const before = fromQuery(form.get(FIELDS.before) ?? '').comparison
  const own = new Set<string>([...Object.values(FIELDS), ...AXES])
  const query = new URLSearchParams([...form].filter(([name, value]) => value !== '' && !own.has(name)))
  const placed = assignDimensions(before, {
    rows: form.getAll('rows'),
    columns: form.getAll('columns'),
    tables: form.getAll('tables'),
  })
  const sameColumns = placed.columns.join() === before.columns.join()
  return {
    ...fromQuery(query).comparison,
    rows: [...placed.rows],
    columns: [...placed.columns],
    tables: [...placed.tables],
    bands: readBands(form, before),
    // The sort column is stored as an index, which is wrong for other columns.
    sort: before.sort.kind === 'column' && !sameColumns ? { kind: 'order' } : before.sort,
  }
}

function readBands(form: URLSearchParams, before: Comparison): Comparison['bands'] {
  const kind = form.get(FIELDS.bands)
  const limits = {
    kind,
    worse: Number(form.get(FIELDS.worse) || Number.NaN),
    better: Number(form.get(FIELDS.better) || Number.NaN),
  }
  const bands = Bands.safeParse(kind === 'quartile' ? { kind } : limits)
  return bands.success ? bands.data : before.bands
}
