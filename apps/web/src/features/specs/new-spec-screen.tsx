import { specName } from '@assay/domain/specs/spec'
import { specsPath } from '../../paths.ts'
import type { SavedComparison, Share, SpecSummary } from '../../trpc/answers.ts'
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
  const functional = specs.filter(({ kind }) => kind === 'functional')
  return (
    <>
      <PageHeader
        above={<a href={specsPath(project)}>Specs</a>}
        title="New spec"
        summary="A new spec is a draft, visible to its authors and invited reviewers, until its review is scheduled."
      />
      <SpecEditor
        project={project}
        of={{ kind: 'new', parents: functional.map((spec) => ({ name: specName(spec), title: spec.title })) }}
        initial={{ title: '', text: '' }}
        saved={saved.map(({ slug, title }) => ({ slug, title }))}
        shares={sharesToEmbed(shares)}
      />
    </>
  )
}
