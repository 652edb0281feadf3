import { tokensPath } from '../../paths.ts'
import type { OwnToken } from '../../trpc/answers.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import { tokenState } from '../tokens/token-state.ts'
import style from '../tokens/tokens.module.css'

type Props = { tokens: readonly OwnToken[]; now: number }

/** What a person made, over all projects: to be looked through when somebody leaves, or a machine was lost. */
export function OwnTokens({ tokens, now }: Props) {
  return (
    <Section title="Your tokens across projects" aside="rotated and revoked in the settings of each project">
      {tokens.length === 0 ? (
        <p>You made none.</p>
      ) : (
        <DataTable caption="Your tokens across projects" columns={columns(now)} rows={tokens} rowKey={({ id }) => id} />
      )}
    </Section>
  )
}

const columns = (now: number): Column<OwnToken>[] => [
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
  {
    key: 'project',
    header: 'Project',
    cell: ({ project }) => <a href={tokensPath(project)}>{project}</a>,
  },
  { key: 'scopes', header: 'May', cell: ({ scopes }) => scopes.join(', ') },
  {
    key: 'state',
    header: 'State',
    cell: (token) => {
      const { text, urgent } = tokenState(token, now)
      return <span className={urgent ? style.warn : undefined}>{text}</span>
    },
  },
  {
    key: 'used',
    header: 'Last used',
    wideOnly: true,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className={style.faint}>never</span> : formatDateAndTime(lastUsedAt),
  },
]
