import type { Footnote } from '@assay/domain/compare/point'
import { FLAG_CODES, type FlagCode } from '@assay/domain/run/validity/flag-severity'
import { Invalidation, invalidationText } from '@assay/domain/run/validity/invalidation'
import { sortFlags, type ValidityFlag } from '@assay/domain/run/validity/validity-flag'
import { z } from 'zod'
import { column, isArrayOf, isString, isTuple, orNull } from '../../scope/column.ts'
import { rowTime } from '../notes/row-time.ts'

/** SQL for an invalidation as JSON. */
const INVALIDATION_JSON = `json_build_object('id', id, 'runId', run_id, 'resultId', result_id, 'reason', reason,
  'madeBy', made_by, 'madeAt', ${rowTime('made_at')}, 'withdrawnBy', withdrawn_by, 'withdrawnAt', ${rowTime('withdrawn_at')})`

/** Validity flags and exclusions of some runs, as columns of a statement whose first parameter is the project. */
export const validityFlagColumns = (runs: string) => `
  (select coalesce(json_agg(json_build_array(result_id, code, text, metrics)), '[]') from result_badge
    where project_id = $1 and run_id ${runs}) as badges,
  (select coalesce(json_agg(${INVALIDATION_JSON} order by made_at, id), '[]') from invalidation
    where project_id = $1 and run_id ${runs}) as invalidations`

type FlagRow = [resultId: string, code: string, text: string, metrics: string[] | null]

/** Schema of the row of `validityFlagColumns`. */
export const ValidityFlagRows = z.object({
  badges: column(isTuple<FlagRow>(isString, isString, isString, orNull(isArrayOf(isString)))),
  invalidations: z.array(Invalidation),
})
export type ValidityFlagRows = z.infer<typeof ValidityFlagRows>

const CODES: ReadonlySet<string> = new Set(FLAG_CODES)

/** False for a code of an earlier version, whose flags are replaced when its runs are judged again. */
const isFlagCode = (code: string): code is FlagCode => CODES.has(code)

/**
 * The validity flags of each result, from rules and from people's exclusions of it or its run; ordered by importance.
 */
export class ValidityFlags {
  readonly #ofResult = new Map<string, ValidityFlag[]>()
  readonly #ofRun = new Map<string, ValidityFlag[]>()

  constructor({ badges, invalidations }: ValidityFlagRows) {
    for (const [resultId, code, text, metrics] of badges) {
      if (!isFlagCode(code)) continue
      add(this.#ofResult, resultId, { code, text, ...(metrics === null ? {} : { metrics }) })
    }
    for (const invalidation of invalidations) {
      if (invalidation.withdrawnAt !== null) continue
      const flag: ValidityFlag = { code: 'invalidated', text: invalidationText(invalidation) }
      if (invalidation.resultId === null) add(this.#ofRun, invalidation.runId, flag)
      else add(this.#ofResult, invalidation.resultId, flag)
    }
  }

  /** The flags of a result; undefined for a result without flags, to save memory. */
  find(runId: string, resultId: string): ValidityFlag[] | undefined {
    const [ofRun, ofResult] = [this.#ofRun.get(runId), this.#ofResult.get(resultId)]
    if (ofRun === undefined && ofResult === undefined) return undefined
    return sortFlags([...(ofRun ?? []), ...(ofResult ?? [])])
  }
}

/** A validity flag has the shape of a footnote: code, text and the metrics that it concerns. */
export const asFootnotes = (badges: readonly ValidityFlag[]): readonly Footnote[] => badges

function add(map: Map<string, ValidityFlag[]>, id: string, flag: ValidityFlag): void {
  const known = map.get(id)
  if (known === undefined) map.set(id, [flag])
  else known.push(flag)
}
