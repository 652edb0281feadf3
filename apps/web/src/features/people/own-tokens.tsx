import { tokensPath } from '../../paths.ts'
import type { OwnToken } from '../../trpc/answers.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Section } from '../../ui/section.tsx'
import { LAST_USED, MAY, NAME, stateColumn } from '../tokens/token-columns.tsx'

type Props = { tokens: readonly OwnToken[]; now: number }

/** What a person made, over all projects: to be looked through when somebody leaves, or a machine was lost. */
export function OwnTokens({ tokens, now }: Props) {
  return (
    <Section title="Your tokens across projects" aside="rotated and revoked in the settings of each project">
      {tokens.length === 0 ? (
        <p>You made none.</p>
      ) : (
        <DataTable
          caption="Your tokens across projects"
          stacks
          columns={columns(now)}
          rows={tokens}
          rowKey={({ id }) => id}
        />
      )}
    </Section>
  )
}

const columns = (now: number): Column<OwnToken>[] => [
  NAME,
  {
    key: 'project',
    header: 'Project',
    cell: ({ project }) => <a href={tokensPath(project)}>{project}</a>,
  },
  MAY,
  stateColumn(now),
  LAST_USED,
]
