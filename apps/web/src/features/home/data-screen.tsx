import { projectKey } from '@assay/domain/projects/project-key'
import { runsPath } from '../../paths.ts'
import type { Project, ProjectHome, StoredImportProfile } from '../../trpc/api-types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { countOf, formatCount } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { ImportProfileForm } from '../import/import-profile-form.tsx'
import { runColumns } from '../runs/run-columns.tsx'
import { Benchmarks } from './benchmarks.tsx'
import { CoverageTable } from './coverage-table.tsx'
import { Machines } from './machines.tsx'
import { Products } from './products.tsx'
import { PushHelp } from './push-help.tsx'

type Props = {
  project: Project
  home: ProjectHome
  /** The import profile; null when the project has none, undefined for readers who may not change it. */
  profile: StoredImportProfile | null | undefined
}

/** Everything that was measured: products, benchmarks, machines, the newest runs, and how to add results. */
export function DataScreen({ project, home, profile }: Props) {
  const key = projectKey(project)
  const { counts } = home
  return (
    <>
      <PageHeader
        title={
          counts.runs === 0
            ? 'Data'
            : `${countOf(counts.runs, 'run')} of ${countOf(counts.versions, 'version')} on ${countOf(counts.hardware, 'machine')}`
        }
        summary={
          counts.runs === 0
            ? 'Nothing has been uploaded yet.'
            : `They contain ${countOf(counts.results, 'result')}. Each number of the pages links to its run.`
        }
      />
      {counts.runs > 0 && <Contents project={key} home={home} />}
      <Section title="Add results" id="add">
        <PushHelp project={key} />
      </Section>
      {profile !== undefined && (
        <Section title="Import profile" id="import-profile">
          <ImportProfileForm project={key} profile={profile} />
        </Section>
      )}
    </>
  )
}

function Contents({ project: key, home }: { project: string; home: ProjectHome }) {
  return (
    <>
      {home.coverage.length > 0 && (
        <Section title="Coverage" aside="Versions of each product on each machine">
          <CoverageTable project={key} coverage={home.coverage} />
        </Section>
      )}
      <Section title="Newest runs" aside={<a href={runsPath(key)}>All {formatCount(home.counts.runs)} runs</a>}>
        <DataTable
          caption="Newest runs"
          columns={runColumns(key)}
          rows={home.newestRuns.slice(0, 10)}
          rowKey={(run) => run.id}
        />
      </Section>
      <Section title="Products" aside="Versions link to their pages">
        <Products project={key} products={home.products} />
      </Section>
      <Section title="Benchmarks" aside="Workloads link to their runs">
        <Benchmarks project={key} benchmarks={home.benchmarks} />
      </Section>
      <Section title="Hardware">
        <Machines project={key} hardware={home.hardware} />
      </Section>
    </>
  )
}
