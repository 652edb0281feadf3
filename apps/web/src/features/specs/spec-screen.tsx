import { sectionNumbers } from '@assay/domain/specs/text/outline'
import { specAttachmentPath, specChangesPath, specPath } from '../../paths.ts'
import type { SpecPage, SpecPeople, SpecRevisionSummary, SpecSectionDiff } from '../../trpc/api-types.ts'
import { BlockLink } from './block-link.tsx'
import { ChangedSince } from './changed-since.tsx'
import { CommentedWords } from './commented-words.tsx'
import evidence from './evidence.module.css'
import { prepareFeedback, sectionsOf } from './prepare-spec.ts'
import { renderSpecText } from './render-spec-text.ts'
import { SpecAppendix } from './spec-appendix.tsx'
import { SpecEnded } from './spec-ended.tsx'
import { SpecFiles } from './spec-files.tsx'
import { SpecHead } from './spec-head.tsx'
import { SpecOutcome } from './spec-outcome.tsx'
import { SpecOutline } from './spec-outline.tsx'
import { SpecRevisions } from './spec-revisions.tsx'
import style from './spec-screen.module.css'
import { SpecSeal } from './spec-seal.tsx'
import { SpecSidebar } from './spec-sidebar.tsx'
import { SpecText } from './spec-text.tsx'
import { type MailSettings, UnsubscribeToggle } from './unsubscribe-toggle.tsx'

type Props = {
  project: string
  page: SpecPage
  /** Newest first. */
  revisions: readonly SpecRevisionSummary[]
  isSignedIn: boolean
  people: SpecPeople
  /** Mail settings of the visitor; null for a visitor who never gets mails. */
  mails: MailSettings | null
  /** Changes of the functional spec since the revision that this spec builds on; null where there are none. */
  parentChanges: readonly SpecSectionDiff[] | null
  /** The block of the link that led here, when this is the last revision that has it. */
  lastOf: string | null
}

/** The page of a spec: outline, text, comments and appendix. */
export function SpecScreen({ project, page, revisions, isSignedIn, people, mails, parentChanges, lastOf }: Props) {
  const { text, blocks, attachments } = page.revision
  const feedback = prepareFeedback(page)
  const { parts, outline } = renderSpecText({
    ...{ text, blocks, attachments, evidence: page.evidence, feedback: feedback.marks },
    attachmentHref: (name) => specAttachmentPath(project, page.name, name),
  })
  const changes = specChangesPath(project, page.name, { from: page.revision.number, to: page.spec.revision })
  const gone = lastOf === null ? null : { block: lastOf, changes }
  return (
    <article className={style.spec}>
      <SpecHead project={project} page={page} parentChanges={parentChanges} isLast={lastOf !== null} />
      {page.changedSince !== null && !page.rights.includes('edit') && (
        <ChangedSince
          since={page.changedSince}
          href={specChangesPath(project, page.name, { from: page.changedSince, to: page.spec.revision })}
        />
      )}
      <SpecSeal project={project} page={page} />
      <SpecEnded project={project} page={page} />
      <div className={style.columns}>
        <SpecOutline outline={outline} hasOutcome={page.spec.outcome !== null} reading={sectionsOf(page)} />
        <div className={style.text} data-spec-text data-numbered={sectionNumbers(outline).length > 0 || undefined}>
          <div className={evidence.text}>
            <SpecText project={project} parts={parts} evidence={page.evidence} importedAt={page.imported?.at ?? null} />
          </div>
          <BlockLink project={project} name={page.name} gone={gone} />
          <CommentedWords commented={feedback.words} />
        </div>
        <SpecSidebar project={project} page={page} feedback={feedback} isSignedIn={isSignedIn} people={people} />
      </div>
      <SpecOutcome project={project} page={page} />
      <SpecAppendix project={project} page={page} />
      <SpecRevisions
        revisions={revisions}
        links={{
          revision: (number) => specPath(project, page.name, number),
          changes: (between) => specChangesPath(project, page.name, between),
        }}
      />
      <SpecFiles project={project} page={page} />
      {mails !== null && <UnsubscribeToggle project={project} name={page.name} muted={mails} />}
    </article>
  )
}
