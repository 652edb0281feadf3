import { touches } from '@assay/domain/findings/notes/known-bug'
import { buildPath, buildsPath, knownBugPath, versionPath } from '../../paths.ts'
import type { Build, BuildWithRuns, KnownBug } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import card from '../../ui/card.module.css'
import { titleByProduct } from '../../ui/counts-by-name.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { NothingYet } from '../home/nothing-yet.tsx'
import { RunsOf } from '../runs/runs-of.tsx'
import { buildFacts } from './build-facts.tsx'

type ListProps = { project: string; builds: readonly Build[]; bugs: readonly KnownBug[] }

/** All builds of a project, with the known bugs of their versions. */
export function BuildList({ project, builds, bugs }: ListProps) {
  return (
    <>
      <PageHeader
        title={titleByProduct(builds, 'build')}
        summary="The binaries that were measured; a build opens its origin and its runs."
      />
      {builds.length === 0 ? (
        <NothingYet project={project} what="builds" />
      ) : (
        <DataTable caption="Builds" columns={columns(project, bugs)} rows={builds} rowKey={({ id }) => id} />
      )}
    </>
  )
}

/** One build: the origin of its binary, and its runs. */
export function BuildScreen({ project, build }: { project: string; build: BuildWithRuns }) {
  return (
    <>
      <PageHeader
        above={<a href={buildsPath(project)}>Builds</a>}
        title={`${build.product} ${build.version}, ${build.name}`}
        summary={countOf(build.runCount, 'run')}
        actions={
          <a href={versionPath(project, build.product, build.version)} className={button.button}>
            Changes in this version
          </a>
        }
      />
      <div className={card.card}>
        <Facts facts={buildFacts(build)} />
      </div>
      <RunsOf
        project={project}
        runs={build.runs}
        runCount={build.runCount}
        filters={{ product: [build.product], version: [build.version], build: [build.name] }}
      />
    </>
  )
}

const columns = (project: string, bugs: readonly KnownBug[]): Column<Build>[] => [
  {
    key: 'version',
    header: 'Version',
    heads: true,
    cell: ({ id, product, version }) => (
      <a href={buildPath(project, id)}>
        {product} {version}
      </a>
    ),
  },
  { key: 'build', header: 'Build', cell: ({ name }) => name },
  { key: 'compiler', header: 'Compiler', cell: ({ compilerLabel }) => compilerLabel },
  { key: 'flags', header: 'Flags', wideOnly: true, cell: ({ flags }) => flags && <code>{flags}</code> },
  { key: 'buildType', header: 'Build type', wideOnly: true, cell: ({ buildType }) => buildType },
  {
    key: 'commit',
    header: 'Commit',
    wideOnly: true,
    cell: ({ commit }) => commit && <code>{commit.slice(0, 12)}</code>,
  },
  {
    key: 'bugs',
    header: 'Known bugs',
    cell: (build) =>
      bugs
        .filter((bug) => touches(bug, build))
        .map((bug, at) => (
          <span key={bug.id}>
            {at > 0 && ', '}
            <a href={knownBugPath(project, bug.slug)}>{bug.title}</a>
          </span>
        )),
  },
]
