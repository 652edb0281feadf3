import type { Problem } from '../../parse/problem.ts'
import { plainPathOf } from '../fields.ts'
import type { ImportContext } from '../import-context.ts'
import type { RunDraft } from '../run-draft.ts'

/**
 * Adds the product and version that a server printed into a file to the runs in and below its folder, where no output and
 * no name states them. The nearest folder counts.
 *
 * @returns problems of files that state another version than the outputs or names of runs below them.
 */
export function addServerVersions(drafts: readonly RunDraft[], context: ImportContext): Problem[] {
  if (context.recorded !== null) return []
  return drafts.flatMap((draft) => addVersion(draft, context))
}

function addVersion(draft: RunDraft, { serverVersions, overrides }: ImportContext): Problem[] {
  const paths = [...draft.paths].map(plainPathOf)
  const above = serverVersions.filter(({ folder }) => paths.every((path) => path.startsWith(folder)))
  const nearest = Math.max(...above.map(({ folder }) => folder.length))
  const [found, ...others] = above.filter(({ folder }) => folder.length === nearest)
  if (found === undefined || others.some(({ version }) => version !== found.version)) return []
  const { product, version, path, line } = found
  const { fields } = draft
  if ((overrides.product ?? fields.product ?? product) !== product) return []
  if (overrides.version !== undefined) return []
  if (fields.version !== undefined && !`${version}.`.startsWith(`${fields.version}.`)) {
    const message = `states version ${version}, though the results below it are of ${fields.version} by their output or path, which is used`
    return [{ file: path, line, message }]
  }
  const origin = { source: 'companion' as const, from: path }
  draft.fields = { ...fields, product, version }
  draft.origins = { ...draft.origins, ...(fields.product === undefined ? { product: origin } : {}), version: origin }
  draft.paths.add(path)
  return []
}
