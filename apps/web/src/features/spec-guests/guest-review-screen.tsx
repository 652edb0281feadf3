import { appendixOf } from '@assay/domain/specs/appendix/appendix'
import { appendixHtml } from '@assay/domain/specs/appendix/appendix-html'
import { specName } from '@assay/domain/specs/spec'
import { sectionNumbers } from '@assay/domain/specs/text/outline'
import { guestAttachmentPath, guestCalendarPath, guestChangesPath, guestReviewPath } from '../../paths.ts'
import type { GuestReviewPage, SpecRevisionSummary } from '../../trpc/api-types.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { ChangedSince } from '../specs/changed-since.tsx'
import { CommentCard } from '../specs/comment-card.tsx'
import { CommentForm } from '../specs/comment-form.tsx'
import { CommentItem } from '../specs/comment-item.tsx'
import { commentMarkup, namesIn } from '../specs/comment-markup.ts'
import { CommentedWords } from '../specs/commented-words.tsx'
import evidence from '../specs/evidence.module.css'
import { GuestLink } from '../specs/guest-link.tsx'
import { prepareFeedback, sectionsOf } from '../specs/prepare-spec.ts'
import { renderSpecText } from '../specs/render-spec-text.ts'
import { SpecOutline } from '../specs/spec-outline.tsx'
import { SpecRevisions } from '../specs/spec-revisions.tsx'
import style from '../specs/spec-screen.module.css'
import { SpecText } from '../specs/spec-text.tsx'
import { SpecSummary, SpecTitle } from '../specs/spec-title.tsx'
import { UnsubscribeToggle } from '../specs/unsubscribe-toggle.tsx'

type Props = { secret: string; page: GuestReviewPage; revisions: readonly SpecRevisionSummary[] }

/** A spec as a guest sees it by their link. */
export function GuestReviewScreen({ secret, page, revisions }: Props) {
  const { name, spec, state, revision, parent, reader } = page
  const feedback = prepareFeedback(page)
  const { text, blocks, attachments } = revision
  const rendered = renderSpecText({
    ...{ text, blocks, attachments, evidence: page.evidence, feedback: feedback.marks },
    attachmentHref: (name) => guestAttachmentPath(secret, name),
  })
  const appendix = appendixHtml(appendixOf(spec), { revisionHref: (number) => guestReviewPath(secret, number) })
  const isCurrent = revision.number === spec.revision
  return (
    <article className={style.spec}>
      <PageHeader
        title={<SpecTitle name={name} title={revision.title} state={state} spec={spec} />}
        summary={<SpecSummary spec={spec} revision={revision} calendar={guestCalendarPath(secret)} />}
      />
      <p className={style.parent}>
        You read this as {reader.name}, with your personal link. Your comments appear under your name.
        {parent !== null && ` It builds on ${parent.name}, revision ${spec.baseRevision ?? '?'}.`}
      </p>
      {page.changedSince !== null && (
        <ChangedSince
          since={page.changedSince}
          href={guestChangesPath(secret, { from: page.changedSince, to: spec.revision })}
        />
      )}
      {!isCurrent && (
        <Notice title="This is an older revision.">
          <a href={guestReviewPath(secret)}>Revision {spec.revision}</a> is the current one;{' '}
          <a href={guestChangesPath(secret, { from: revision.number, to: spec.revision })}>what changed since</a>.
        </Notice>
      )}
      <div className={style.columns}>
        <SpecOutline outline={rendered.outline} reading={sectionsOf(page)} />
        <div
          className={style.text}
          data-spec-text
          data-numbered={sectionNumbers(rendered.outline).length > 0 || undefined}
        >
          <div className={evidence.text}>
            <SpecText project={null} parts={rendered.parts} evidence={page.evidence} />
          </div>
          <CommentedWords commented={feedback.words} />
        </div>
        <GuestLink secret={secret}>
          <GuestComments page={page} feedback={feedback} headings={rendered.outline} isCurrent={isCurrent} />
        </GuestLink>
      </div>
      <section aria-labelledby="appendix" className={style.appendix}>
        <h2 id="appendix">Appendix: comments and responses</h2>
        <SanitizedHtml html={appendix} />
      </section>
      <SpecRevisions
        revisions={revisions}
        links={{
          revision: (number) => guestReviewPath(secret, number),
          changes: (between) => guestChangesPath(secret, between),
        }}
      />
      {reader.muted !== null && (
        <GuestLink secret={secret}>
          <UnsubscribeToggle project="" name={name} muted={reader.muted} />
        </GuestLink>
      )}
    </article>
  )
}

type CommentProps = {
  page: GuestReviewPage
  feedback: ReturnType<typeof prepareFeedback>
  headings: ReturnType<typeof renderSpecText>['outline']
  isCurrent: boolean
}

/** The comments, and a form for a new one while the review is open. */
function GuestComments({ page, feedback, headings, isCurrent }: CommentProps) {
  const { name, spec, state, revision, rights, mine } = page
  const isOpen = !ENDED.has(state)
  const names = namesIn(spec)
  return (
    <aside aria-label="Comments" className={`${style.beside} no-print`}>
      {isCurrent && rights.includes('feedback') && isOpen && (
        <CommentForm project="" name={specName(spec)} revision={revision.number} me={page.me} headings={headings} />
      )}
      {feedback.ordered.length > 0 && (
        <ol className={style.feedback}>
          {feedback.ordered.map((one) => (
            <CommentItem key={one.number} number={one.number}>
              <CommentCard
                project=""
                name={name}
                feedback={one}
                placement={feedback.placements.get(one.number) ?? null}
                revision={spec.revision}
                suggestedRevision={null}
                confirmableRedactions={page.confirmableRedactions.filter(({ feedback: of }) => of === one.number)}
                isFunctional={spec.kind === 'functional'}
                me={page.me}
                markup={commentMarkup(one, names)}
                may={{
                  ...{ answer: false, confirm: false },
                  redact: mine.includes(one.number) || one.replies.some(({ by }) => by.key === page.me),
                  discuss: rights.includes('feedback') && isOpen,
                  say: mine.includes(one.number) && isOpen,
                  withdraw: mine.includes(one.number) && isOpen,
                }}
              />
            </CommentItem>
          ))}
        </ol>
      )}
    </aside>
  )
}

const ENDED: ReadonlySet<GuestReviewPage['state']> = new Set(['resolved', 'withdrawn', 'superseded'])
