import { specPath } from '../../paths.ts'
import type { SpecReviewers } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { InviteForm } from './invite-form.tsx'
import { ReviewerActions } from './reviewer-actions.tsx'
import style from './reviewers-screen.module.css'

type Props = { project: string; page: SpecReviewers }
type Receipt = SpecReviewers['others'][number]['opened'][number]

const OVER: ReadonlySet<SpecReviewers['state']> = new Set(['resolved', 'withdrawn', 'superseded'])

/** Lists the invited reviewers of a spec and the revisions that each has opened. */
export function ReviewersScreen({ project, page }: Props) {
  const { name, title, revision, reviewers, others, isAuthor, state } = page
  const isOver = OVER.has(state)
  const opened = reviewers.filter((one) => one.opened.length > 0).length
  return (
    <>
      <PageHeader
        above={
          <a href={specPath(project, name)}>
            {name} {title}
          </a>
        }
        title={`Reviewers of ${name}`}
        summary={`${reviewers.length} invited, ${opened} opened it. It is at revision ${revision}.`}
      />
      {reviewers.length > 0 && (
        <div className={style.scroll}>
          <table className={style.table} aria-label="Invited reviewers">
            <thead>
              <tr>
                <th scope="col">Reviewer</th>
                <th scope="col">Invited</th>
                <th scope="col">Opened</th>
                <th scope="col">Link</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {reviewers.map((reviewer) => (
                <tr key={reviewer.who.key}>
                  <th scope="row">
                    {reviewer.who.name}
                    {reviewer.role !== 'reader' && ` (${reviewer.role})`}
                    {reviewer.email !== null && <span className={style.faint}>{reviewer.email}</span>}
                  </th>
                  <td>{formatDate(reviewer.invitedAt)}</td>
                  <td>
                    <Receipts opened={reviewer.opened} revision={revision} />
                  </td>
                  <td>{linkText(reviewer.link)}</td>
                  <td>
                    <ReviewerActions
                      project={project}
                      name={name}
                      reviewer={reviewer}
                      isAuthor={isAuthor}
                      isOver={isOver}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isAuthor && !isOver && (
        <Section title="Invite">
          <div className={style.invite}>
            <InviteForm project={project} name={name} known={reviewers.map(({ who }) => who.key)} />
          </div>
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Others who opened it">
          <ul className={style.others}>
            {others.map((one) => (
              <li key={`${one.name} ${one.opened[0]?.firstAt}`}>
                {one.name}: <Receipts opened={one.opened} revision={revision} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** Revisions that a reviewer opened, newest first. */
function Receipts({ opened, revision }: { opened: readonly Receipt[]; revision: number }) {
  const [newest] = opened
  if (newest === undefined) return <span className={style.faint}>not yet</span>
  return (
    <>
      revision {opened.map((one) => one.revision).join(', ')}
      {newest.revision < revision && ' (older)'}, last <time dateTime={newest.lastAt}>{formatDate(newest.lastAt)}</time>
    </>
  )
}

function linkText(link: SpecReviewers['reviewers'][number]['link']): string {
  if (link === null) return 'by their account'
  if (!link.isOpen) return 'no longer valid'
  return link.until === null ? 'until the review is over' : `until ${formatDate(link.until)}`
}
