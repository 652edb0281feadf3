import type { SpecSectionDiff } from '../../trpc/api-types.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SectionChanges } from './section-changes.tsx'

type Props = {
  links: { revision(number?: number): string; blockHref(block: string): string }
  name: string
  title: string
  from: number
  to: number
  sections: readonly SpecSectionDiff[]
}

/** Diff between two revisions, by section. */
export function SpecChangesScreen({ links, name, title, from, to, sections }: Props) {
  const changed = sections.filter(({ changes }) => changes > 0).length
  return (
    <>
      <PageHeader
        above={<a href={links.revision()}>{name}</a>}
        title={`Changes of “${title}”`}
        summary={
          <>
            From <a href={links.revision(from)}>revision {from}</a> to <a href={links.revision(to)}>revision {to}</a>:{' '}
            {changed === 0 ? 'nothing' : `${changed} of ${sections.length} sections`} changed.
          </>
        }
      />
      <SectionChanges sections={sections} blockHref={links.blockHref} />
    </>
  )
}
