import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { take } from '../../import/import-context.ts'
import { productNamed } from '../../import/names/product-names.ts'
import { type ClickbenchReport, isClickbenchReport, parseClickbench } from './clickbench-report.ts'

const BENCHMARK = 'ClickBench'
const GIB = 1024 ** 3

/** Result files of ClickBench. The first try of a query has cold caches; further tries are repeats with hot caches. */
const report: Format = {
  kind: 'clickbench',
  recognize: (_name, text) => isClickbenchReport(text),
  read(context, file) {
    const found = take(context, file, 'clickbench', parseClickbench(file.text, file.path))
    if (found === null) return
    const seen: SeenResults = new Map()
    const add = (
      test: string,
      order: number,
      about: { cache?: string },
      values: Record<string, number>,
      line: number,
    ) =>
      addRepeated(
        context,
        file,
        {
          benchmark: BENCHMARK,
          fields: statedFields(found),
          results: [
            {
              test: { name: test, order, role: 'measured', primaryMetric: 'time_s' },
              clients: 1,
              params: { cluster_size: found.clusterSize, ...about },
              values,
              location: { path: file.path, line },
            },
          ],
        },
        seen,
      )
    const load = loadValues(found)
    if (load.time_s !== undefined) add('load', 1, {}, load, 1)
    for (const [query, { tries, line }] of found.queries.entries()) {
      const name = `Q${query}`
      if (tries.every((seconds) => seconds === null)) {
        const failure = { line, reason: 'every try of the query failed', test: name, clients: 1 }
        addFailedOutput(context, file, { benchmark: BENCHMARK, fields: statedFields(found), failure })
        continue
      }
      for (const [index, seconds] of tries.entries()) {
        if (seconds !== null) add(name, query + 2, { cache: index === 0 ? 'cold' : 'hot' }, { time_s: seconds }, line)
      }
    }
  },
}

const loadValues = ({ loadSeconds, dataBytes }: ClickbenchReport): Record<string, number> => ({
  ...(loadSeconds === null ? {} : { time_s: loadSeconds }),
  ...(dataBytes === null ? {} : { db_gb: dataBytes / GIB }),
})

const statedFields = ({ system, machine }: ClickbenchReport) => ({ product: productNamed(system), hardware: machine })

export const clickbench: Benchmark = { name: BENCHMARK, formats: [report] }
