import type { CommonRun } from './run-evidence.ts'

/** Confidence of a config whose name only says which of several configs it is. */
const VARIANT_NAME = 0.85

/** Words for one of several configs of one program. */
const VARIANT =
  /^(?:base(?:line)?|control|patched|unpatched|modified|original|unmodified|optimi[sz]ed|unoptimi[sz]ed)$/i

/**
 * The runs with a config where each run names one of several by a word such as `baseline`, and the others by such a word
 * at the same place of their paths or by `tuned` or `default`. One word alone stays a part that nothing decodes.
 */
export function nameVariants(runs: readonly CommonRun[]): readonly CommonRun[] {
  const references = new Set(runs.flatMap(({ parts }) => parts.map(({ reference }) => reference)))
  const reference = [...references].find((one) => areVariants(runs, one))
  if (reference === undefined) return runs
  return runs.map((run) => {
    const config = textAt(run, reference)
    if (config === undefined || !VARIANT.test(config)) return run
    const { draft } = run
    const [from = ''] = [...draft.paths].sort()
    draft.fields = { ...draft.fields, config: config.toLowerCase() }
    draft.origins = { ...draft.origins, config: { source: 'name', from, confidence: VARIANT_NAME } }
    return { ...run, parts: run.parts.filter((part) => part.reference !== reference) }
  })
}

const textAt = ({ parts }: CommonRun, reference: string): string | undefined =>
  parts.find((part) => part.reference === reference)?.text

/** True when every run has either such a word at this place or a config, of which at least two are different. */
function areVariants(runs: readonly CommonRun[], reference: string): boolean {
  const names = runs.map((run) => {
    const text = textAt(run, reference)
    const { config } = run.draft.fields
    if (text === undefined || !VARIANT.test(text)) return text === undefined ? config : undefined
    return config === undefined ? text.toLowerCase() : undefined
  })
  return names.every((name) => name !== undefined) && new Set(names).size > 1
}
