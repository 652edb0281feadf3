import { plural } from '@assay/domain/plural'
import type { Metadata } from 'next'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { PublicLinks } from '../../../../../../features/specs/public-links.tsx'
import { PublicSpec } from '../../../../../../features/specs/public-spec.tsx'
import { SpecReadOnly } from '../../../../../../features/specs/spec-read-only.tsx'
import { specPath } from '../../../../../../paths.ts'
import { api, getMayWrite, getOrigin, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'
import { PageHeader } from '../../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string; spec: string }> }

export const metadata: Metadata = { title: 'Public link', robots: { index: false } }

/** Preview of the public link of a spec, then the link itself. */
export default async function SpecLinkPage({ params }: Props) {
  const { project: given, spec } = await params
  const project = await getProjectKey(given)
  const { specs } = await api()
  const { name, rights } = await orNotFound(specs.get({ project, name: spec }))
  if ((await getMayWrite(project)) !== 'yes' || !rights.includes('steer')) {
    return (
      <PageFrame>
        <SpecReadOnly project={project} />
      </PageFrame>
    )
  }
  const { document, people, points, revisions, figures, links } = await orNotFound(specs.linkPreview({ project, name }))
  return (
    <PageFrame>
      <PageHeader
        above={<a href={specPath(project, name)}>{name}</a>}
        title="Public link"
        summary="Everyone with the link can read the current revision with its whole appendix, without an account. Later revisions, comments and responses are shown as well; redacted text is hidden."
      />
      <section aria-labelledby="public">
        <h2 id="public">What becomes public</h2>
        <ul>
          <li>{`The text of revision ${document.revision.number}, and of those that follow`}</li>
          <li>{`${plural(points, 'comment')} with all responses, and the minutes of the meetings`}</li>
          <li>{`Names: ${people.join(', ')}`}</li>
          <li>{`The notes of ${plural(revisions, 'revision')}`}</li>
          {figures.map(({ caption, sha256 }, at) => (
            <li key={`${caption} ${sha256}`}>
              {`Figure ${at + 1}: ${caption}`}
              {sha256 !== null && ` (frozen, sha256 ${sha256.slice(0, 16)}, with the names of its runs)`}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Create the link">
        <PublicLinks project={project} name={name} origin={await getOrigin()} links={links} />
      </section>
      <section aria-label="Preview">
        <h2>As visitors see it</h2>
        <PublicSpec document={document} fileHref={null} />
      </section>
    </PageFrame>
  )
}
