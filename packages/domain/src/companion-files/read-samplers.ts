import type { DraftResult, RunDraft } from '../import/run-draft.ts'
import type { Problem } from '../parse/problem.ts'
import { addContent } from './add-content.ts'

/**
 * The results of a run with the content of the files of samplers that waited for it, and the problems of files that do
 * not fit their result. A file without usable content is not a source of the run. The draft does not keep the content,
 * so that the samples of one run at a time are in memory.
 */
export function readSamplers(draft: RunDraft): { results: DraftResult[]; problems: Problem[] } {
  const problems: Problem[] = []
  const results = draft.results.map(({ samplers = [], ...result }) =>
    samplers.reduce((filled, { path, read }) => {
      const content = read()
      const changed = content === null ? null : addContent(filled, content)
      if (changed?.ok === true) return changed.value
      draft.paths.delete(path)
      if (changed !== null) problems.push({ file: path, message: changed.error })
      return filled
    }, result),
  )
  return { results, problems }
}
