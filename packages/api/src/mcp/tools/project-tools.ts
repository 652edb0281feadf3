import { plural } from '@assay/domain/plural'
import { projectPath } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import { defineTool, filters, markdownTable, paragraphs, project } from '../tool.ts'
import { unknownValues } from './unknown-values.ts'

const Found = z.object({
  kind: z.string(),
  title: z.string(),
  about: z.string(),
  filters: z.record(z.string(), z.string()),
})

export const projectTools = [
  defineTool({
    name: 'list_projects',
    title: 'Projects',
    description: 'Lists the projects that the caller can read. Every other tool needs the key of one, `ORG/NAME`.',
    input: z.object({}),
    output: z.object({
      projects: z.array(z.object({ project: z.string(), slug: z.string(), name: z.string(), description: z.string() })),
    }),
    writes: false,
    procedures: ['projects.list'],
    async run({ api }) {
      const all = await api.projects.list()
      const projects = all.map(({ slug, name, description, organization }) => ({
        project: `${organization.slug}/${slug}`,
        ...{ slug, name, description },
      }))
      const rows = projects.map(({ project, name, description }) => [project, name, description])
      const text =
        projects.length === 0
          ? 'No project is readable with this token.'
          : markdownTable(['project', 'name', 'description'], rows)
      return { text, data: { projects } }
    },
  }),
  defineTool({
    name: 'search',
    title: 'Search',
    description:
      'Finds versions, machines, configs, tests, workloads, metrics, saved comparisons, reports, specs, known bugs and runs by words. `filters` of a match select it in list_runs, series, and the query of compare; the title of a metric is the `metric` of series, and `metrics` in the query of compare.',
    input: z.object({ project, text: z.string().min(1).max(200), limit: z.int().min(1).max(50).default(20) }),
    output: z.object({ matches: z.array(Found) }),
    writes: false,
    procedures: ['search.find'],
    async run({ api }, input) {
      const found = await api.search.find(input)
      const matches = found.map(({ kind, title, about, filters }) => ({ kind, title, about, filters: { ...filters } }))
      const rows = matches.map(({ kind, title, about, filters }) => [kind, title, filterWords(filters), about])
      const text =
        matches.length === 0
          ? `Nothing matches ${JSON.stringify(input.text)}.`
          : markdownTable(['kind', 'title', 'filters', 'about'], rows)
      return { text, data: { matches } }
    },
  }),
  defineTool({
    name: 'list_runs',
    title: 'Runs',
    description:
      'Lists runs, newest first, filtered by dimensions such as product, version, hardware, config, benchmark, workload.',
    input: z.object({
      project,
      filters,
      cursor: z.string().max(2_000).nullable().default(null).describe('nextCursor of the previous page'),
      limit: z.int().min(1).max(100).default(30),
    }),
    output: z.object({
      runs: z.array(z.looseObject({ id: z.uuid() })),
      nextCursor: z.string().nullable(),
      total: z.int(),
    }),
    writes: false,
    procedures: ['runs.list', 'runs.observed'],
    async run({ api, link }, input) {
      const { rows, nextCursor, total } = await api.runs.list(input)
      const runs = rows.map((run) => ({ ...run, page: link(`${projectPath(input.project)}/runs/${run.id}`) }))
      const shown = runs.map((run) => [
        run.product,
        run.version,
        run.hardware,
        run.config,
        run.workload,
        run.startedAt ?? run.receivedAt,
        run.resultCount,
        run.page,
      ])
      const text = paragraphs(
        `${plural(total, 'run')} found${nextCursor === null ? '.' : `; the first ${runs.length} are here, cursor ${nextCursor} continues.`}`,
        runs.length === 0
          ? await unknownValues(api, input.project, input.filters)
          : markdownTable(
              ['product', 'version', 'machine', 'config', 'workload', 'measured', 'results', 'page'],
              shown,
            ),
      )
      return { text, data: { runs, nextCursor, total } }
    },
  }),
]

/** Filters as the query of compare has them. */
const filterWords = (filters: Readonly<Record<string, string>>): string =>
  Object.entries(filters)
    .map(([dimension, value]) => `${dimension}=${value.replaceAll(',', '\\,')}`)
    .join('&')
