import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { callCost } from '../http/call-cost.ts'
import { BUG, faultError } from '../http/fault.ts'
import { subjectsOf } from '../http/limit-request.ts'
import { inputError } from '../http/parse-input.ts'
import { log } from '../observability/log.ts'
import { refusalOf } from '../trpc.ts'
import type { Tool, ToolContext } from './tool.ts'
import { TOOLS } from './tools.ts'

const INSTRUCTIONS = `Assay stores results of database benchmarks and compares them as ratios value / base.
Begin with list_projects. compare answers "what changed between two versions", explain says why, list_findings has the
regressions that were detected. A verdict other than regression or improvement is not evidence of a change: inconclusive
means that more repeats are needed. Quote ratios with their 95% interval and the link of the page.`

/** Version of the set of tools; a tool that changes its input or output raises it. */
const MCP_VERSION = '1.0.0'

/** An MCP server with all tools, resources and prompts, for one caller. */
export function createMcpServer(context: ToolContext): McpServer {
  const server = new McpServer({ name: 'assay', title: 'Assay', version: MCP_VERSION }, { instructions: INSTRUCTIONS })
  for (const tool of TOOLS) registerTool(server, tool, context)
  registerResources(server, context)
  registerPrompts(server)
  return server
}

function registerTool(server: McpServer, tool: Tool, context: ToolContext): void {
  const { name, title, description, input, output, writes } = tool
  const annotations = { readOnlyHint: !writes, destructiveHint: false, idempotentHint: true, openWorldHint: false }
  server.registerTool(
    name,
    // An argument that the tool does not have is an error, because the answer to another question would look right.
    // The output schema keeps that further fields are allowed; extended by nothing, it has no id, which clients refuse.
    { title, description, inputSchema: input.strict(), outputSchema: output.extend({}), annotations },
    (sent) => answer(tool, context, sent),
  )
}

async function answer(tool: Tool, context: ToolContext, sent: Record<string, unknown>): Promise<CallToolResult> {
  const cost = tool.procedures.reduce((sum, name) => sum + callCost(name), 0)
  const { services, caller } = context
  if (cost > 0) {
    const taken = await services.limits.take('api', subjectsOf(caller), cost)
    if (!taken.ok) return refused(`Too many requests. Try again in ${taken.retryAfterSeconds} s.`)
  }
  try {
    const { text, data } = await tool.run(context, sent)
    return { content: [{ type: 'text', text }], structuredContent: data }
  } catch (error) {
    return refused(refusalText(tool, error))
  }
}

const refused = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })

function refusalText({ name }: Tool, error: unknown): string {
  const unfit = [error, error instanceof Error ? error.cause : null].find((cause) => cause instanceof z.ZodError)
  if (unfit !== undefined) return inputError(unfit.issues).detail
  const known = refusalOf(error) ?? faultError(error)
  if (known !== null) return known.detail
  log.error({ component: 'mcp', tool: name, err: error }, 'a tool failed by a bug')
  return BUG
}

/** The state of a project as a text that a client can attach to a conversation. */
function registerResources(server: McpServer, { api }: ToolContext): void {
  server.registerResource(
    'projects',
    'assay://projects',
    { title: 'Projects', description: 'Projects that the caller can read', mimeType: 'application/json' },
    async ({ href }) => {
      const projects = await api.projects.list()
      return { contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify(projects) }] }
    },
  )
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'compare_versions',
    {
      title: 'Compare two versions',
      description: 'What got worse or better between two versions, and why',
      argsSchema: { project: z.string(), product: z.string(), base: z.string(), candidate: z.string() },
    },
    ({ project, product, base, candidate }) =>
      userMessage(
        `In project ${project}, compare ${product} ${candidate} with ${base}. State differences between the environments first. List each regression and improvement with its ratio and 95% interval, explain the largest with the tool explain, and name tests that are inconclusive. Link the page.`,
      ),
  )
  server.registerPrompt(
    'triage_findings',
    {
      title: 'Triage open findings',
      description: 'The open regressions of a project with their causes',
      argsSchema: { project: z.string() },
    },
    ({ project }) =>
      userMessage(
        `In project ${project}, list the open regressions with list_findings. For the three largest read get_finding, say what is known about the cause, whether a known bug explains it, and what to measure next.`,
      ),
  )
}

const userMessage = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
})
