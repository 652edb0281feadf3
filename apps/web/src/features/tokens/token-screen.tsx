import type { Token } from '../../trpc/answers.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatDate, formatDateAndTime } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import { MakeToken, TokenActions } from './token-forms.tsx'
import { endsSoon, tokenState } from './token-state.ts'
import style from './tokens.module.css'

type Props = { project: string; tokens: readonly Token[]; now: number }

/** The tokens of a project: what each may do, how long, and what used it last. */
export function TokenScreen({ project, tokens, now }: Props) {
  const soon = tokens.filter((token) => endsSoon(token, now))
  return (
    <>
      {soon.length > 0 && (
        <p className={style.warn} role="status">
          {countOf(soon.length, 'token')} will end within 14 days: {soon.map(({ name }) => name).join(', ')}. Rotate
          them below.
        </p>
      )}
      <Section title="New token">
        <MakeToken project={project} />
      </Section>
      <Section title="Tokens" aside="of each only the last four signs are known">
        {tokens.length === 0 ? (
          <EmptyState title="There is no token yet">
            <p>Make one above for the machine that uploads.</p>
          </EmptyState>
        ) : (
          <DataTable caption="Tokens" columns={columns(project, tokens, now)} rows={tokens} rowKey={({ id }) => id} />
        )}
      </Section>
    </>
  )
}

const columns = (project: string, tokens: readonly Token[], now: number): Column<Token>[] => [
  {
    key: 'name',
    header: 'Name',
    heads: true,
    cell: ({ name, prefix, lastFour }) => (
      <>
        {name}{' '}
        <small className={style.faint}>
          {prefix}_…{lastFour}
        </small>
      </>
    ),
  },
  { key: 'scopes', header: 'May', cell: ({ scopes }) => scopes.join(', ') },
  { key: 'state', header: 'State', cell: (token) => <State token={token} tokens={tokens} now={now} /> },
  { key: 'used', header: 'Last used', cell: (token) => <LastUse token={token} /> },
  {
    key: 'made',
    header: 'Made',
    wideOnly: true,
    cell: ({ createdAt, createdBy }) => `${formatDate(createdAt)} by ${createdBy ?? 'Assay'}`,
  },
  {
    key: 'actions',
    header: 'Change',
    cell: (token) =>
      tokenState(token, now).usable && <TokenActions project={project} id={token.id} name={token.name} />,
  },
]

function State({ token, tokens, now }: { token: Token; tokens: readonly Token[]; now: number }) {
  const { text, urgent } = tokenState(token, now)
  const successor = tokens.find(({ id }) => id === token.successorId)
  return (
    <span className={urgent ? style.warn : undefined}>
      {text}
      {successor !== undefined &&
        ` by …${successor.lastFour}, which was ${successor.lastUsedAt === null ? 'not used yet' : 'used'}`}
    </span>
  )
}

function LastUse({ token: { lastUsedAt, lastUsedAddress, lastUsedClient } }: { token: Token }) {
  if (lastUsedAt === null) return <span className={style.faint}>never</span>
  const from = [lastUsedAddress, lastUsedClient].filter((part) => part !== null).join(', ')
  return (
    <>
      {formatDateAndTime(lastUsedAt)} <small className={style.faint}>{from}</small>
    </>
  )
}
