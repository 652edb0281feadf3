import { type SettingsTable, settingsOf } from '@assay/domain/studies/config-settings'
import { configPath } from '../../../paths.ts'
import { api } from '../../../trpc/server.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { countOf } from '../../../ui/format-count.ts'
import { Section } from '../../../ui/section.tsx'
import { askGrid } from '../frame/ask-grid.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudyTables } from '../frame/study-tables.tsx'
import type { StudyScreenProps } from '../study-screen.ts'
import { configsInGrid } from './configs-in-grid.ts'

export async function ConfigsScreen({ project, comparison, problems, level }: StudyScreenProps) {
  const { configs: catalog } = await api()
  const [grid, all] = await Promise.all([askGrid(project, comparison), catalog.list({ project })])
  const compared = configsInGrid(grid, comparison, all)
  const settings = settingsOf(compared)
  return (
    <StudyFrame
      level={level}
      kind="configs"
      project={project}
      title="Configs"
      summary={`${countOf(compared.length, 'config')}: ${compared.map(({ name }) => name).join(', ')}.`}
      comparison={comparison}
      problems={problems}
      warnings={grid.warnings}
    >
      <Section title="Settings that differ" aside={asideOf(settings)}>
        {settings.rows.length === 0 ? (
          <p>None is known: upload the file of each config, and what differs stands here.</p>
        ) : (
          <DataTable
            caption="Settings that differ"
            columns={columns(project, settings, compared)}
            rows={settings.rows}
            rowKey={({ setting }) => setting}
          />
        )}
      </Section>
      <Section title="What they do">
        <StudyTables project={project} comparison={comparison} grid={grid} />
      </Section>
    </StudyFrame>
  )
}

function asideOf({ same, unknown }: SettingsTable): string {
  const parts = [
    ...(same > 0 ? [`${countOf(same, 'setting')} alike`] : []),
    ...(unknown.length > 0 ? [`settings not known of ${unknown.join(', ')}`] : []),
  ]
  return parts.join('; ')
}

function columns(
  project: string,
  { configs }: SettingsTable,
  ids: readonly { id: string; name: string; product: string }[],
): Column<SettingsTable['rows'][number]>[] {
  return [
    { key: 'setting', header: 'Setting', heads: true, cell: ({ setting }) => setting },
    ...configs.map(({ product, name }, at): Column<SettingsTable['rows'][number]> => {
      const id = ids.find((one) => one.name === name && one.product === product)?.id
      return {
        key: `${product} ${name}`,
        header: name,
        cell: ({ values }) => {
          const value = values[at] ?? 'default'
          return id === undefined ? value : <a href={configPath(project, id)}>{value}</a>
        },
      }
    }),
  ]
}
