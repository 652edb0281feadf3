import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { FUNCTIONS } from '@assay/domain/compare/studies/profiles/profiles-study'
import { kindWord } from '@assay/domain/run/cpu-profile/profile-label'
import { isSampled } from '@assay/domain/run/cpu-profile/stack-profile'
import type { RunDetails } from '../../trpc/api-types.ts'
import { api } from '../../trpc/server-caller.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Section } from '../../ui/section.tsx'
import { profilesPath } from '../studies/profiles/profiles-path.ts'

type Profile = Awaited<ReturnType<Awaited<ReturnType<typeof api>>['profiles']['ofRun']>>[number]

/** The profiles of a run, each with a link to its flame graph, and the plans of its statements; nothing without any. */
export async function RunProfiles({ project, run }: { project: string; run: RunDetails }) {
  const { profiles: ask } = await api()
  const profiles = await ask.ofRun({ project, runId: run.id })
  const sampled = profiles.filter(isSampled)
  const plans = profiles.filter((profile) => !isSampled(profile))
  return (
    <>
      {sampled.length > 0 && (
        <Section title="Profiles" aside="CPU time by function">
          <DataTable caption="Profiles" columns={columns(project, run)} rows={sampled} rowKey={({ id }) => id} />
        </Section>
      )}
      {plans.length > 0 && (
        <Section title="Plans" aside="compared with those of another version in the drawer of a changed cell">
          <DataTable caption="Plans" columns={PLAN_COLUMNS} rows={plans} rowKey={({ id }) => id} />
        </Section>
      )}
    </>
  )
}

const PLAN_COLUMNS: Column<Profile>[] = [
  { key: 'test', header: 'Test', heads: true, cell: ({ test }) => test },
  { key: 'clients', header: 'Clients', numeric: true, cell: ({ clients }) => clients },
  { key: 'statement', header: 'Statement', cell: ({ event }) => event ?? '' },
  { key: 'nodes', header: 'Nodes', numeric: true, cell: ({ functions }) => functions },
]

const columns = (project: string, run: RunDetails): Column<Profile>[] => [
  {
    key: 'test',
    header: 'Test',
    heads: true,
    cell: ({ id, test }) => <a href={`${profilesPath(project, ofRun(run), { profile: id })}#flame`}>{test}</a>,
  },
  { key: 'clients', header: 'Clients', numeric: true, cell: ({ clients }) => clients },
  { key: 'kind', header: 'Kind', cell: kindWord },
  {
    key: 'total',
    header: 'Samples',
    numeric: true,
    cell: ({ unit, total }) => (unit === 'percent' ? 'percent' : `${formatCount(Math.round(total))} ${unit}`),
  },
]

/** Filters of the results that can be compared with this run: same product, machine and workload. */
const ofRun = ({ product, hardware, benchmark, workload }: RunDetails) => ({
  ...DEFAULT_COMPARISON,
  filters: { product: [product], hardware: [hardware], benchmark: [benchmark], workload: [workload] },
  rows: [FUNCTIONS],
  columns: ['version' as const, 'test' as const],
  base: { kind: 'none' as const },
  show: 'absolute' as const,
})
