import { FINDING_STATES, FindingDirection, FindingState, OPEN_FINDING_STATES } from '@assay/domain/findings/finding'
import type { StoredFinding } from '@assay/domain/findings/stored-finding'
import { plural } from '@assay/domain/plural'
import { projectPath } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import { defineTool, markdownTable, paragraphs, project, type ToolContext } from '../tool.ts'

const FindingBody = z.looseObject({ id: z.uuid(), page: z.string() })

const WORDS = { worse: 'regression', better: 'improvement' } as const

export const findingTools = [
  defineTool({
    name: 'list_findings',
    title: 'Findings',
    description:
      'Lists the regressions and improvements that were detected between versions: size, tests, cause, state. By default the open regressions, the largest first.',
    input: z.object({
      project,
      product: z.array(z.string().max(500)).default([]),
      hardware: z.array(z.string().max(500)).default([]),
      direction: z.array(FindingDirection).default(['worse']).describe('worse is a regression, better an improvement'),
      state: z
        .array(FindingState)
        .default([...OPEN_FINDING_STATES])
        .describe(`of ${FINDING_STATES.join(', ')}; empty for all`),
      from: z.string().max(500).optional().describe('older version'),
      to: z.string().max(500).optional().describe('newer version'),
      limit: z.int().min(1).max(200).default(30),
    }),
    output: z.object({ findings: z.array(FindingBody), total: z.int() }),
    writes: false,
    procedures: ['findings.list'],
    async run(context, { project, limit, from, to, ...filters }) {
      const { rows } = await context.api.findings.list({ project, filters, limit: 1_000 })
      const matching = rows
        .filter((row) => (from === undefined || row.from === from) && (to === undefined || row.to === to))
        .toSorted((a, b) => Math.abs(Math.log(b.medianRatio)) - Math.abs(Math.log(a.medianRatio)))
      const findings = matching.slice(0, limit).map((row) => withPage(context, project, row))
      const table = findings.map((row) => [
        row.id,
        WORDS[row.direction],
        `${row.product} ${row.from} → ${row.to}`,
        row.hardware,
        `${row.changes.length} of ${row.judged}`,
        row.medianRatio.toFixed(2),
        row.cause ?? 'not known',
        row.state,
      ])
      const text = paragraphs(
        `${plural(matching.length, 'finding')} found${matching.length > findings.length ? `; the first ${findings.length} are here.` : '.'}`,
        findings.length === 0
          ? 'Results that were uploaded a moment ago may not be scanned yet.'
          : markdownTable(['id', 'kind', 'versions', 'machine', 'tests', 'median ratio', 'cause', 'state'], table),
      )
      // get_finding has the changes of one finding; those of all would be most of the answer.
      const short = findings.map(({ changes, ...finding }) => ({ ...finding, tests: changes.length }))
      return { text, data: { findings: short, total: matching.length } }
    },
  }),
  defineTool({
    name: 'get_finding',
    title: 'One finding',
    description: 'The tests of one finding with ratio and 95% interval, its cause, its state, owner and known bug.',
    input: z.object({ project, id: z.uuid().describe('from list_findings') }),
    output: z.object({ finding: FindingBody }),
    writes: false,
    procedures: ['findings.get'],
    async run(context, { project, id }) {
      const finding = withPage(context, project, await context.api.findings.get({ project, id }))
      const { product, from, to, hardware, direction, changes, judged, cause, state, owner, knownBug } = finding
      const rows = changes.map(({ test, clients, metric, value, baseValue, ratio, low, high }) => [
        test,
        clients,
        metric,
        value,
        baseValue,
        ratio.toFixed(2),
        low === null || high === null ? '-' : `${low.toFixed(2)} to ${high.toFixed(2)}`,
      ])
      const text = paragraphs(
        `${WORDS[direction]}: ${product} ${from} → ${to} on ${hardware}, ${changes.length} of ${judged} tests. State: ${state}.`,
        `Cause: ${cause ?? 'not known'}`,
        [owner === null ? '' : `Owner: ${owner.name}.`, knownBug === null ? '' : `Known bug: ${knownBug}.`]
          .filter(Boolean)
          .join(' '),
        markdownTable(['test', 'clients', 'metric', 'value', 'base', 'ratio', '95% interval'], rows),
        finding.page,
      )
      return { text, data: { finding } }
    },
  }),
]

function withPage<T extends Pick<StoredFinding, 'id'>>(
  { link }: ToolContext,
  project: string,
  finding: T,
): T & { page: string } {
  return { ...finding, page: link(`${projectPath(project)}/findings/${finding.id}`) }
}
