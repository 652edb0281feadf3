import { plural } from '../../../plural.ts'
import { columnHeadline } from '../headlines/grid-headline.ts'
import { type FactColumnOf, type FactTable, factTable } from '../pages/fact-table.ts'
import type { StudyPage } from '../pages/study-page.ts'
import type { StudyQueries, StudyRequest } from '../pages/study-queries.ts'
import { verdictSummary } from '../pages/verdict-summary.ts'
import { type SettingsTable, settingsOf } from './config-settings.ts'
import { configsInGrid } from './configs-in-grid.ts'

/** The page of the configs study: settings that differ between configs, and their results. */
export async function configsPage(queries: StudyQueries, { comparison }: StudyRequest): Promise<StudyPage> {
  const [{ grid, tldr }, all] = await Promise.all([queries.comparison(comparison), queries.configs()])
  const compared = configsInGrid(grid, comparison, all)
  const settings = settingsOf(compared)
  return {
    title: 'Configs',
    headline: columnHeadline(grid, comparison),
    summary: verdictSummary(
      `${plural(compared.length, 'config')}: ${compared.map(({ name }) => name).join(', ')}.`,
      grid,
    ),
    comparison,
    warnings: grid.warnings,
    tldr,
    parts: [
      {
        kind: 'section',
        title: 'Settings that differ',
        aside: asideOf(settings),
        parts: [
          settings.rows.length === 0
            ? { kind: 'text', text: 'No settings are known. Upload the file of each config to list the differences.' }
            : { kind: 'facts', table: settingsTable(settings, compared) },
        ],
      },
      { kind: 'section', title: 'Results', parts: [{ kind: 'grid', grid, comparison }] },
    ],
  }
}

function asideOf({ same, unknown }: SettingsTable): string {
  const parts = [
    ...(same > 0 ? [`${plural(same, 'setting')} alike`] : []),
    ...(unknown.length > 0 ? [`settings not known of ${unknown.join(', ')}`] : []),
  ]
  return parts.join('; ')
}

type Row = SettingsTable['rows'][number]

function settingsTable(
  { configs, rows }: SettingsTable,
  ids: readonly { id: string; name: string; product: string }[],
): FactTable {
  const columns: FactColumnOf<Row>[] = [
    { header: 'Setting', cell: ({ setting }) => setting },
    ...configs.map(({ product, name }, at): FactColumnOf<Row> => {
      const id = ids.find((one) => one.name === name && one.product === product)?.id
      return {
        header: name,
        cell: ({ values }) => {
          const text = values[at] ?? 'default'
          return { parts: [id === undefined ? { text } : { text, link: { to: 'config', id } }] }
        },
      }
    }),
  ]
  return factTable({ caption: 'Settings that differ', columns, rows, rowKey: ({ setting }) => setting })
}
