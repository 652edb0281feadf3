import { buildDocument, type NamedResult } from '../../../import/build-document.ts'
import { type BuiltRun, lacking } from '../../../import/built-run.ts'
import { type Fields, paramsOf } from '../../../import/fields.ts'
import { resolveFacts } from '../../../import/run-facts.ts'
import { describeTest } from '../../../import/test-catalogue.ts'
import type { DraftContext } from '../../sysbench/import/sysbench-document.ts'
import type { Execution } from './db-bench-executions.ts'

/** The document of one execution of db_bench. */
export function dbBenchDocument(execution: Execution, { profile, rule, overrides }: DraftContext): BuiltRun {
  const [first] = execution.rows
  if (first === undefined) return { document: null, problems: [] }
  const { githash, version } = first.row
  // Old builds print a cut word in place of the hash.
  const commit = githash !== null && /^[0-9a-f]{7,40}$/.test(githash) ? { commit: githash } : {}
  const fields: Fields = { ...execution.fields, ...commit, version: version.text }
  const sourceName = [...first.paths][0] ?? first.dataset
  const resolved = resolveFacts(fields, { profile, benchmark: 'db_bench', overrides, datasetName: first.datasetName })
  if (resolved.facts === null) return lacking(resolved.missing, { path: sourceName })
  const params = { ...paramsOf(fields), ...overrides.params }
  const results = execution.rows.map(({ row }): NamedResult => {
    const step = { base: row.logicalTest, phase: null, range: null }
    return {
      test: describeTest(step, rule),
      clients: row.threads ?? rule.clients ?? 1,
      params: { ...params, ...row.params },
      values: row.values,
      ...(row.failed ? { failure: 'db_bench failed; its report says no more' } : {}),
    }
  })
  const repeat = overrides.repeat === undefined && fields.repeat === undefined ? { repeat: execution.repeat } : {}
  return buildDocument({
    facts: { ...resolved.facts, ...repeat },
    benchmark: 'db_bench',
    startedAt: execution.startedAt,
    sourceName,
    results,
  })
}
