import { configPath, configsPath } from '../../paths.ts'
import type { ConfigSummary, ConfigWithRuns } from '../../trpc/api-types.ts'
import { titleByProduct } from '../../ui/counts-by-name.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { NothingYet } from '../home/nothing-yet.tsx'
import { ConfigText } from '../run/config-text.tsx'
import { RunsOf } from '../runs/runs-of.tsx'

/** All configs of a project. */
export function ConfigList({ project, configs }: { project: string; configs: readonly ConfigSummary[] }) {
  return (
    <>
      <PageHeader
        title={titleByProduct(configs, 'config')}
        summary="The settings of the servers that were measured; a config opens its text and its runs."
      />
      {configs.length === 0 ? (
        <NothingYet project={project} what="configs" />
      ) : (
        <DataTable caption="Configs" columns={columns(project)} rows={configs} rowKey={({ id }) => id} />
      )}
    </>
  )
}

/** One config: its text and settings, and its runs. */
export function ConfigScreen({ project, config }: { project: string; config: ConfigWithRuns }) {
  return (
    <>
      <PageHeader
        above={<a href={configsPath(project)}>Configs</a>}
        title={`${config.product}, config ${config.name}`}
        summary={countOf(config.runCount, 'run')}
      />
      <ConfigText config={config} />
      <RunsOf
        project={project}
        runs={config.runs}
        runCount={config.runCount}
        filters={{ product: [config.product], config: [config.name] }}
      />
    </>
  )
}

const columns = (project: string): Column<ConfigSummary>[] => [
  { key: 'name', header: 'Config', heads: true, cell: ({ id, name }) => <a href={configPath(project, id)}>{name}</a> },
  { key: 'product', header: 'Product', cell: ({ product }) => product },
  { key: 'settings', header: 'Settings', numeric: true, cell: ({ settings }) => Object.keys(settings).length },
]
