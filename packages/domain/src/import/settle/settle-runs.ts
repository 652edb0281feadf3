import type { ImportContext } from '../import-context.ts'
import type { OpenQuestion } from '../open-question.ts'
import type { RunDraft } from '../run-draft.ts'
import { askAboutRuns } from './ask-about-runs.ts'
import { numberRepeats } from './number-repeats.ts'
import { commonRuns } from './run-evidence.ts'

/** The runs of an import, of which those that were read by common spellings are numbered and asked about. */
export function settleRuns(
  drafts: readonly RunDraft[],
  context: ImportContext,
): { draft: RunDraft; questions: readonly OpenQuestion[] }[] {
  const { runs, merged } = numberRepeats(commonRuns(drafts, context))
  const questions = askAboutRuns(runs, context)
  return drafts.filter((draft) => !merged.has(draft)).map((draft) => ({ draft, questions: questions.get(draft) ?? [] }))
}
