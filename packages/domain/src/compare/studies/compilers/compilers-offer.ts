import { type Facts, type Study, study } from '../../study.ts'

/** Offers versions by compiler for products and machines with results of several compilers. */
export function offerCompilers(facts: Facts): Study[] {
  const found = facts.varying((dimension) => dimension === 'compiler')
  if (found.length === 0) return []
  const all = (of: (one: (typeof found)[number]) => readonly string[]) => [...new Set(found.flatMap(of))]
  const configs = all(({ among }) => among.config)
  return [
    study(facts, {
      kind: 'compilers',
      name: 'compilers',
      title: 'Compilers by version',
      sentence:
        'A chart for each test: how each compiler does from version to version, and what it gains over the first.',
      filters: {
        product: all(({ among }) => among.product),
        compiler: all(({ values }) => values),
        benchmark: all(({ benchmark }) => [benchmark]),
        hardware: all(({ among }) => among.hardware),
        workload: all(({ workload }) => [workload]),
      },
      rows: ['version'],
      columns: ['compiler'],
      tables: ['test', ...(configs.length > 1 ? (['config'] as const) : [])],
      base: { kind: 'first-cell' },
    }),
  ]
}
