import type { Token } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import { LAST_USED, MAY, NAME, stateColumn } from './token-columns.tsx'
import { MakeToken, TokenActions } from './token-forms.tsx'
import { endsSoon, tokenState } from './token-state.ts'
import style from './tokens.module.css'

type Props = { project: string; tokens: readonly Token[]; now: number }

/** The tokens of a project with their scopes, expiry and last use. */
export function TokenScreen({ project, tokens, now }: Props) {
  const soon = tokens.filter((token) => endsSoon(token, now))
  return (
    <>
      {soon.length > 0 && (
        <p className={style.warn} role="status">
          {countOf(soon.length, 'token')} will expire within 14 days: {soon.map(({ name }) => name).join(', ')}. Rotate{' '}
          {soon.length === 1 ? 'it' : 'them'} below.
        </p>
      )}
      <Section title="New token">
        <MakeToken project={project} />
      </Section>
      <Section title="Tokens" aside="only the last 4 characters are stored">
        {tokens.length === 0 ? (
          <EmptyState title="No tokens yet">
            <p>Create one above for the machine that uploads.</p>
          </EmptyState>
        ) : (
          <DataTable
            caption="Tokens"
            stacks
            columns={columns(project, tokens, now)}
            rows={tokens}
            rowKey={({ id }) => id}
          />
        )}
      </Section>
    </>
  )
}

const columns = (project: string, tokens: readonly Token[], now: number): Column<Token>[] => [
  NAME,
  MAY,
  stateColumn(now, (token) => <Successor token={token} tokens={tokens} />),
  LAST_USED,
  {
    key: 'made',
    header: 'Created',
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

function Successor({ token, tokens }: { token: Token; tokens: readonly Token[] }) {
  const successor = tokens.find(({ id }) => id === token.successorId)
  if (successor === undefined) return null
  return ` by …${successor.lastFour}, which was ${successor.lastUsedAt === null ? 'not used yet' : 'used'}`
}
