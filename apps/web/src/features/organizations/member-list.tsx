import type { MemberList as Answer } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDate, formatDateAndTime } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import style from '../tokens/tokens.module.css'
import { Invite } from './invite.tsx'
import { ChangeRole, RemoveMember, RevokeInvitation } from './organization-forms.tsx'

type Member = Answer['members'][number]
type Invitation = Answer['invitations'][number]
type Props = { organization: string; list: Answer; me: string }

/** Members of an organization and, for maintainers, open invitations. */
export function MemberList({ organization, list: { role, members, invitations }, me }: Props) {
  const manages = role === 'owner' || role === 'maintainer'
  return (
    <>
      <Section title="Members" id="members">
        <DataTable
          caption="Members"
          stacks
          columns={memberColumns({ organization, me, manages })}
          rows={members}
          rowKey={({ personId }) => personId}
        />
      </Section>
      {manages && (
        <Section title="Invite somebody" id="invite">
          <Invite organization={organization} />
          {invitations.length > 0 && (
            <DataTable
              caption="Open invitations"
              stacks
              columns={invitationColumns(organization)}
              rows={invitations}
              rowKey={({ id }) => id}
            />
          )}
        </Section>
      )}
    </>
  )
}

type About = { organization: string; me: string; manages: boolean }

const memberColumns = ({ organization, me, manages }: About): Column<Member>[] => [
  {
    key: 'name',
    header: 'Name',
    heads: true,
    cell: ({ name, email }) => (
      <>
        {name} <small className={style.faint}>{email}</small>
      </>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ role }) => role },
  { key: 'since', header: 'Since', cell: ({ since }) => formatDate(since) },
  ...(manages
    ? [
        {
          key: 'seen',
          header: 'Last seen',
          wideOnly: true,
          cell: ({ lastSeenAt }: Member) => (lastSeenAt === null ? '' : formatDateAndTime(lastSeenAt)),
        },
      ]
    : []),
  {
    key: 'actions',
    header: 'Change',
    cell: ({ personId, name, role }) =>
      (manages || personId === me) && (
        <details>
          <summary>
            {personId === me ? 'You' : 'Change'}
            {personId !== me && <span className="visually-hidden"> {name}</span>}
          </summary>
          {manages && <ChangeRole organization={organization} personId={personId} name={name} role={role} />}
          <RemoveMember organization={organization} personId={personId} name={name} isSelf={personId === me} />
        </details>
      ),
  },
]

const invitationColumns = (organization: string): Column<Invitation>[] => [
  { key: 'for', header: 'For', heads: true, cell: ({ email }) => email ?? 'anyone with the link' },
  { key: 'role', header: 'Role', cell: ({ role }) => role },
  { key: 'by', header: 'By', wideOnly: true, cell: ({ invitedBy }) => invitedBy ?? '' },
  { key: 'until', header: 'Expires', cell: ({ expiresAt }) => formatDateAndTime(expiresAt) },
  {
    key: 'actions',
    header: 'Change',
    cell: ({ id, email }) => (
      <RevokeInvitation organization={organization} id={id} name={email ?? 'anyone with the link'} />
    ),
  },
]
