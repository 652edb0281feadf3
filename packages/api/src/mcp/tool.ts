import { parseProjectKey, projectKey } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import type { createCaller } from '../router.ts'
import type { Context } from '../trpc.ts'

/** Runs the procedures of the API as the caller of the request. */
export type Procedures = ReturnType<typeof createCaller>

export type ToolContext = Context & {
  api: Procedures
  /**
   * Sends a REST request as the caller, and returns its JSON.
   *
   * @throws a tRPC error with the detail of the problem document, when it is refused.
   */
  rest: (path: string, init: RequestInit) => Promise<unknown>
  /** The address of a page of this server, from its path. */
  link: (path: string) => string
}

/** The answer of a tool: text for the model, and the same content as data that match `output`. */
export type ToolAnswer = { text: string; data: Record<string, unknown> }

/** One tool of the MCP server. The server registers, limits and documents tools from these. */
export type Tool = {
  /** snake_case, as clients show it. */
  name: string
  title: string
  description: string
  input: z.ZodObject
  output: z.ZodObject
  /** True for a tool that stores something. */
  writes: boolean
  /** The procedures that one call runs, whose costs are counted before it runs. */
  procedures: readonly string[]
  run(context: ToolContext, input: Record<string, unknown>): Promise<ToolAnswer>
}

type Typed<I extends z.ZodObject, O extends z.ZodObject> = Omit<Tool, 'input' | 'output' | 'run'> & {
  input: I
  output: O
  run(context: ToolContext, input: z.infer<I>): Promise<{ text: string; data: z.input<O> }>
}

/** Types `run` by the schemas of the tool, which parse its input and its answer. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>({ run, ...tool }: Typed<I, O>): Tool {
  return {
    ...tool,
    async run(context, input) {
      const { text, data } = await run(context, tool.input.parse(await withExactProject(context, input)))
      return { text, data: tool.output.parse(data) }
    },
  }
}

/** Replaces a short key by that of the project it means for the caller, so that links lead there for everybody. */
async function withExactProject({ api }: ToolContext, input: Record<string, unknown>) {
  const { project: named } = input
  if (typeof named !== 'string' || parseProjectKey(named)?.organization !== null) return input
  return { ...input, project: projectKey(await api.projects.bySlug({ project: named })) }
}

/** The input that every tool on a project has. */
export const project = ProjectKey.describe('`ORG/NAME` of the project, from list_projects')

/** Filters by dimension. The procedure checks the names, because JSON Schema cannot say them. */
export const filters = z
  .record(z.string(), z.array(z.string().max(500)).min(1))
  .default({})
  .describe('values by dimension, such as {"version": ["17.6", "18.0"], "hardware": ["dell32"]}')

/** A table of Markdown; cells are one line each. */
export function markdownTable(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const line = (cells: readonly unknown[]) => `| ${cells.map(cellText).join(' | ')} |`
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

const cellText = (cell: unknown): string =>
  cell === null || cell === undefined || cell === '' ? '-' : String(cell).replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')

/** A number with three significant digits, for text; data carry all digits. */
export const shortNumber = (value: number | null): string =>
  value === null ? '-' : String(Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3)))

/** The parts of a text that are not empty, as paragraphs. */
export const paragraphs = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('\n\n')
