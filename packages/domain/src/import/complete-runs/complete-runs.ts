import type { ImportContext } from '../import-context.ts'
import type { OpenQuestion } from '../open-question.ts'
import type { RunDraft } from '../run-draft.ts'
import { addServerVersions } from './add-server-versions.ts'
import { askAboutRuns } from './ask-about-runs.ts'
import { contradictedClients } from './clients-in-paths.ts'
import { nameLibraries } from './name-libraries.ts'
import { numberRepeats } from './number-repeats.ts'
import { commonRuns } from './run-evidence.ts'
import { contradictedVersions, nameVersionsByCommits } from './versions-in-paths.ts'

/** The runs of an import, of which those that were read by common spellings are numbered and asked about. */
export function completeRuns(
  drafts: readonly RunDraft[],
  context: ImportContext,
): { draft: RunDraft; questions: readonly OpenQuestion[] }[] {
  context.problems.push(...addServerVersions(drafts, context))
  const common = nameLibraries(commonRuns(drafts, context), context)
  nameVersionsByCommits(common, context)
  const { runs, merged } = numberRepeats(common)
  const questions = askAboutRuns(runs, context)
  const completed = drafts.filter((draft) => !merged.has(draft))
  for (const draft of completed) {
    draft.problems.push(...contradictedClients(draft, context), ...contradictedVersions(draft, context))
  }
  return completed.map((draft) => ({ draft, questions: questions.get(draft) ?? [] }))
}
