import { specPath } from '../../paths.ts'
import type { SpecReaders } from '../../trpc/answers.ts'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { InviteForm } from './invite-form.tsx'
import { ReaderActions } from './reviewer-actions.tsx'
import style from './reviewers-screen.module.css'

type Props = { project: string; page: SpecReaders }
type Receipt = SpecReaders['others'][number]['opened'][number]

const OVER: ReadonlySet<SpecReaders['state']> = new Set(['resolved', 'withdrawn', 'superseded'])

/** Lists the invited reviewers of a spec and the revisions that each has opened. */
export function ReadersScreen({ project, page }: Props) {
  const { name, title, revision, readers, others, isAuthor, state } = page
  const isOver = OVER.has(state)
  const opened = readers.filter((one) => one.opened.length > 0).length
  return (
    <>
      <PageHeader
        above={
          <a href={specPath(project, name)}>
            {name} {title}
          </a>
        }
        title={`Readers of ${name}`}
        summary={`${readers.length} invited, ${opened} opened it. It is at revision ${revision}.`}
      />
      {readers.length > 0 && (
        <div className={style.scroll}>
          <table className={style.table} aria-label="Invited readers">
            <thead>
              <tr>
                <th scope="col">Reader</th>
                <th scope="col">Invited</th>
                <th scope="col">Opened</th>
                <th scope="col">Link</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {readers.map((reader) => (
                <tr key={reader.who.key}>
                  <th scope="row">
                    {reader.who.name}
                    {reader.role !== 'reader' && ` (${reader.role})`}
                    {reader.email !== null && <span className={style.faint}>{reader.email}</span>}
                  </th>
                  <td>{formatDate(reader.invitedAt)}</td>
                  <td>
                    <Receipts opened={reader.opened} revision={revision} />
                  </td>
                  <td>{linkText(reader.link)}</td>
                  <td>
                    <ReaderActions project={project} name={name} reader={reader} isAuthor={isAuthor} isOver={isOver} />
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
            <InviteForm project={project} name={name} known={readers.map(({ who }) => who.key)} />
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

/** Which revisions somebody opened, newest first. */
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

function linkText(link: SpecReaders['readers'][number]['link']): string {
  if (link === null) return 'by their account'
  if (!link.isOpen) return 'opens no more'
  return link.until === null ? 'until the review is over' : `until ${formatDate(link.until)}`
}
