import type { PointSet } from '@assay/domain/compare/point'
import type { SeriesRun } from '@assay/domain/findings/series/build-lines'
import type { RuleScope, SeriesRule, StoredRule } from '@assay/domain/findings/series/rule'
import type { CellQuery } from '../../hot/cells/cell-types.ts'

export type SeriesQueries = {
  /**
   * A text that changes whenever a run is stored or removed, or validity flags or exclusions of a run change. Results
   * that are read afterwards include everything that it stands for.
   */
  state(): Promise<string>
  /** Start times and commits of some runs. */
  runs(runIds: readonly string[]): Promise<Map<string, SeriesRun>>
  /** Results as CellQueries.list returns them, with start time and commit of each run. */
  read(query: CellQuery & { withCommits: boolean }): Promise<{ points: PointSet; runs: Map<string, SeriesRun> }>
}

export type RuleQueries = {
  list(): Promise<StoredRule[]>
  /** Replaces the rule of that scope and records both rules in the audit log. */
  save(ruleScope: RuleScope, rule: SeriesRule): Promise<StoredRule>
  /** Returns false if there is no such rule. */
  remove(id: string): Promise<boolean>
}
