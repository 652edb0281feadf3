import { annotationKind } from '@assay/domain/findings/notes/annotation'
import { affectedVersions } from '@assay/domain/findings/notes/known-bug'
import { knownBugPath } from '../../paths.ts'
import type { Annotation, KnownBug } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { NoteForm } from './note-form.tsx'
import style from './run-notes.module.css'

type Props = {
  project: string
  run: { id: string; product: string; version: string }
  bugs: readonly KnownBug[]
  annotations: readonly Annotation[]
}

/** Notes on a run and on its version, and the known bugs that affect it. */
export function RunNotes({ project, run, bugs, annotations }: Props) {
  return (
    <Section title="Notes and known bugs">
      {bugs.length + annotations.length > 0 && (
        <ul className={style.notes}>
          {bugs.map((bug) => (
            <li key={bug.id}>
              <a href={knownBugPath(project, bug.slug)}>
                Known bug {bug.product} {bug.bug}
              </a>{' '}
              ({affectedVersions(bug)}){bug.tests.length > 0 && ` in ${bug.tests.join(', ')}`}: {bug.title}.
            </li>
          ))}
          {annotations.map(({ id, text, author, createdAt, ...about }) => (
            <li key={id}>
              <Markdown text={text} idPrefix={`note-${id}-`} />
              <span className={style.by}>
                {author ?? 'a note'} on the {annotationKind(about)},{' '}
                <time dateTime={createdAt}>{formatDate(createdAt)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NoteForm project={project} about={{ runId: run.id }} summary="Add a note on this run" />
      <NoteForm
        project={project}
        about={{ coordinates: { product: run.product, version: run.version } }}
        summary={`Add a note on ${run.product} ${run.version}`}
      />
    </Section>
  )
}
