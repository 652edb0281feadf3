import type { createCaller } from '@assay/api/router'
import { specPath } from '../../paths.ts'
import type { SavedComparison, SeenState, Share, SpecPage } from '../../trpc/api-types.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Editors } from '../live-updates/editors.tsx'
import { FileRevision } from './file-revision.tsx'
import { RemoveCopy } from './remove-copy.tsx'
import { sharesToEmbed } from './shares-to-embed.ts'
import style from './spec-editor.module.css'
import { SpecEditor } from './spec-editor.tsx'

type Copies = Awaited<ReturnType<ReturnType<typeof createCaller>['specs']['copies']>>

type Props = {
  project: string
  page: SpecPage
  copies: Copies
  saved: readonly SavedComparison[]
  shares: readonly Share[]
  position: SeenState | null
}

/** The page to write the next revision of a spec. */
export function EditSpecScreen({ project, page, copies, saved, shares, position }: Props) {
  const { name, spec, revision } = page
  return (
    <>
      <PageHeader
        above={<a href={specPath(project, name)}>{name}</a>}
        title={`Edit “${spec.title}”`}
        summary="Your text becomes the next revision; comments follow the text that they quote."
      />
      <Editors project={project} spec={name} position={position} />
      <SpecEditor
        project={project}
        of={{ kind: 'revision', name, base: spec.revision }}
        initial={{ title: revision.title, text: revision.text }}
        saved={saved.map(({ slug, title }) => ({ slug, title }))}
        shares={sharesToEmbed(shares)}
      />
      <Section title="From a file">
        <div className={style.file}>
          <FileRevision project={project} name={name} current={spec.revision} />
        </div>
      </Section>
      {copies.length > 0 && (
        <Section title="Conflicting copies">
          {copies.map((copy) => (
            <details key={copy.id}>
              <summary>
                {copy.author.name}, {formatDate(copy.createdAt)}, based on revision {copy.basedOn}
              </summary>
              <pre className={style.copy}>{copy.text}</pre>
              <CopyButton text={copy.text} label={`Copy the text “${copy.title}”`} />
              <RemoveCopy project={project} name={name} id={copy.id} title={copy.title} />
            </details>
          ))}
        </Section>
      )}
    </>
  )
}
