import { projectLabel } from '@assay/domain/projects/project-key'
import { tokensPath } from '../../paths.ts'
import type { OwnToken } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Section } from '../../ui/section.tsx'
import { LAST_USED, MAY, NAME, stateColumn } from '../tokens/token-columns.tsx'

type Props = { tokens: readonly OwnToken[]; now: number }

/** The tokens of a person in all projects, to review when the person leaves or loses a machine. */
export function OwnTokens({ tokens, now }: Props) {
  return (
    <Section title="Your tokens across projects" aside="rotated and revoked in the settings of each project">
      {tokens.length === 0 ? (
        <p>You have no tokens.</p>
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
    cell: ({ project }) => <a href={tokensPath(project)}>{projectLabel(project)}</a>,
  },
  MAY,
  stateColumn(now),
  LAST_USED,
]
