import { specBlockPath, specChangesPath, specPath } from '../../paths.ts'
import type { SpecPage, SpecSectionDiff } from '../../trpc/api-types.ts'
import { RebaseForm } from './rebase-form.tsx'
import { SectionChanges } from './section-changes.tsx'
import style from './spec-screen.module.css'

type Props = {
  project: string
  page: SpecPage
  /** Changes of the functional spec since the revision that this spec builds on; null where there are none. */
  changes: readonly SpecSectionDiff[] | null
}

const BEFORE_THE_END: ReadonlySet<SpecPage['state']> = new Set(['draft', 'in-review', 'meeting', 'resolving'])

/** The functional spec that a design spec builds on, and what changed in it since. */
export function SpecParent({ project, page, changes }: Props) {
  const { name, spec, state, parent, rights } = page
  if (parent === null) return null
  const base = spec.baseRevision
  const builtOn = (
    <>
      Builds on <a href={specPath(project, parent.name)}>{`${parent.name} ${parent.title}`}</a>, revision {base ?? '?'}
    </>
  )
  const waits =
    state === 'draft' && parent.state !== 'resolved' && ` Its review waits until ${parent.name} is resolved.`
  if (base === null || base >= parent.revision) {
    return (
      <p className={style.parent}>
        {builtOn}.{waits}
      </p>
    )
  }
  return (
    <div className={style.parent}>
      <p>
        {builtOn}; it is at revision {parent.revision} now:{' '}
        <a href={specChangesPath(project, parent.name, { from: base, to: parent.revision })}>show changes since</a>.
        {waits}
      </p>
      {changes !== null && (
        <details>
          <summary>{changedText(parent.name, changes)}</summary>
          <SectionChanges
            sections={changes.filter((section) => section.changes > 0)}
            blockHref={(block) => specBlockPath(project, parent.name, block)}
          />
        </details>
      )}
      {rights.includes('edit') && BEFORE_THE_END.has(state) && (
        <RebaseForm project={project} name={name} to={parent.revision} />
      )}
    </div>
  )
}

function changedText(name: string, sections: readonly SpecSectionDiff[]): string {
  const changed = sections.filter(({ changes }) => changes > 0).map(({ title }) => title || 'the introduction')
  return changed.length === 0 ? `The text of ${name} did not change` : `Changed in ${name}: ${changed.join(', ')}`
}
