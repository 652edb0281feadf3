import type { Comparison } from '@assay/domain/compare/comparison'
import { KeptHtml } from '../../ui/kept-html.tsx'
import { comparisonPath } from '../compare/comparison-path.ts'
import { cellHref } from '../compare/surface/cell-parameter.ts'
import { askComparison } from '../studies/frame/ask-grid.ts'
import { tldrHtml } from './tldr-html.ts'

type Props = { project: string; comparison: Comparison; title?: string }

/** What a study says in short; each number leads to its cell on the compare page. */
export async function StudyTldr({ project, comparison, title }: Props) {
  const { tldr } = await askComparison(project, comparison)
  return <KeptHtml html={String(tldrHtml(tldr, cellHref(comparisonPath(project, comparison)), title))} />
}
