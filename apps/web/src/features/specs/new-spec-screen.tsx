import { specName } from '@assay/domain/specs/spec'
import { isTemplate } from '@assay/domain/specs/text/templates'
import { specsPath } from '../../paths.ts'
import type { SavedComparison, Share, SpecSummary } from '../../trpc/api-types.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { sharesToEmbed } from './shares-to-embed.ts'
import { SpecEditor } from './spec-editor.tsx'

type Props = {
  project: string
  specs: readonly SpecSummary[]
  saved: readonly SavedComparison[]
  shares: readonly Share[]
}

/** The page to create a spec. */
export function NewSpecScreen({ project, specs, saved, shares }: Props) {
  const named = (some: readonly SpecSummary[]) => some.map((spec) => ({ name: specName(spec), title: spec.title }))
  const functional = specs.filter((spec) => spec.kind === 'functional' && !isTemplate(spec))
  return (
    <>
      <PageHeader
        above={<a href={specsPath(project)}>Specs</a>}
        title="New spec"
        summary="A new spec is a draft, visible to its authors and invited reviewers, until its review is scheduled."
      />
      <SpecEditor
        project={project}
        of={{ kind: 'new', parents: named(functional), templates: named(specs.filter(isTemplate)) }}
        initial={{ title: '', text: '' }}
        saved={saved.map(({ slug, title }) => ({ slug, title }))}
        shares={sharesToEmbed(shares)}
      />
    </>
  )
}
