import { z } from 'zod'
import type { FlameNode } from '../../profiles/flame-tree.ts'
import { defineTool, markdownTable, paragraphs, project } from '../tool.ts'
import { ComparisonInput, requestedQuery } from './requested-comparison.ts'

const MAX_CALLERS = 5

const ProfileBody = z.object({ id: z.uuid(), coordinates: z.record(z.string(), z.string()) })
const FunctionBody = z.object({
  name: z.string(),
  module: z.string().nullable(),
  self: z.number().describe('percent of all samples in the function itself'),
  total: z.number().describe('percent including the functions that it calls'),
  selfBefore: z.number().optional().describe('the same in the base'),
  totalBefore: z.number().optional(),
  callers: z.array(z.object({ name: z.string(), percent: z.number() })),
})

export const profileTools = [
  defineTool({
    name: 'list_profiles',
    title: 'CPU profiles',
    description:
      'Lists the CPU profiles of the results of a comparison, without one those of the project; flame_graph reads one, or compares two.',
    input: ComparisonInput,
    output: z.object({ profiles: z.array(ProfileBody) }),
    writes: false,
    procedures: ['comparisons.pairs', 'comparisons.pair', 'profiles.list'],
    async run(context, input) {
      const isNamed = input.query !== undefined || input.base !== undefined || input.candidate !== undefined
      const query = isNamed ? await requestedQuery(context, input) : ''
      const listed = await context.api.profiles.list({ project: input.project, query })
      const profiles = listed.map(({ id, coordinates }) => ({ id, coordinates: statedOnly(coordinates) }))
      const rows = profiles.map(({ id, coordinates: c }) => [id, c.version, c.test, c.clients, c.hardware])
      const text =
        rows.length === 0
          ? 'No result of this comparison has a CPU profile.'
          : markdownTable(['id', 'version', 'test', 'clients', 'machine'], rows)
      return { text, data: { profiles } }
    },
  }),
  defineTool({
    name: 'flame_graph',
    title: 'Flame graph',
    description:
      'The hot functions of a CPU profile with their callers; with a base, the functions whose share of CPU changed most.',
    input: z.object({
      project,
      profile: z.uuid().describe('id from list_profiles'),
      base: z.uuid().optional().describe('id of the profile to compare with'),
      limit: z.int().min(1).max(100).default(25),
    }),
    output: z.object({ functions: z.array(FunctionBody) }),
    writes: false,
    procedures: ['profiles.tree'],
    async run({ api }, { project, profile, base, limit }) {
      const tree = await api.profiles.tree({ project, profileId: profile, baseId: base ?? null })
      const callers = callersOf(tree.root)
      const functions = tree.functions
        .slice(0, limit)
        .map((row) => ({ ...row, callers: callers.get(row.name)?.slice(0, MAX_CALLERS) ?? [] }))
      const compared = base !== undefined
      const rows = functions.map(({ name, self, total, selfBefore, callers: by }) => [
        name,
        percent(self),
        ...(compared ? [percent(selfBefore ?? 0), signed(self - (selfBefore ?? 0))] : []),
        percent(total),
        by.map((caller) => `${caller.name} ${percent(caller.percent)}`).join(', '),
      ])
      const header = ['function', 'self', ...(compared ? ['self in base', 'change'] : []), 'with callees', 'called by']
      const text = paragraphs(
        compared ? 'Functions whose share changed most.' : 'Functions with the largest share.',
        markdownTable(header, rows),
      )
      return { text, data: { functions } }
    },
  }),
]

const percent = (share: number): string => `${share.toFixed(1)}%`
const signed = (change: number): string => `${change < 0 ? '' : '+'}${change.toFixed(1)}`

const statedOnly = (coordinates: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(coordinates).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** The direct callers of each function with the percent of samples below them, the largest first. */
function callersOf(root: FlameNode): Map<string, { name: string; percent: number }[]> {
  const sums = new Map<string, Map<string, number>>()
  const walk = (node: FlameNode) => {
    for (const child of node.children) {
      const byCaller = sums.get(child.name) ?? new Map<string, number>()
      sums.set(child.name, byCaller.set(node.name, (byCaller.get(node.name) ?? 0) + child.percent))
      walk(child)
    }
  }
  walk(root)
  return new Map(
    [...sums].map(([name, byCaller]) => [
      name,
      [...byCaller].map(([caller, share]) => ({ name: caller, percent: share })).sort((a, b) => b.percent - a.percent),
    ]),
  )
}
