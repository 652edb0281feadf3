import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readComparison } from '../comparisons/read-comparison.ts'
import { resolveText } from './resolve-figures.ts'

/** Maximum sentences per figure: a tl;dr names the largest changes and leaves the rest to the tables. */
const SENTENCES = 3

type SuggestedTldr = { about: string; sentences: string[] }

/** Suggests sentences for the tl;dr of a report, derived from each of its comparisons. */
export async function suggestTldr(access: ProjectAccess, text: string): Promise<SuggestedTldr[]> {
  const parts = await resolveText(access, text)
  const figures = parts.flatMap((part) => (part.kind === 'figure' && part.figure !== null ? [part.figure] : []))
  const suggested = await Promise.all(
    figures.map(async ({ caption, title, comparison }, index) => {
      const { tldr } = await readComparison(access, comparison)
      const about = caption ?? title ?? `Figure ${index + 1}`
      return { about, sentences: tldr.sentences.slice(0, SENTENCES).map(sentenceText) }
    }),
  )
  return suggested.filter(({ sentences }) => sentences.length > 0)
}
