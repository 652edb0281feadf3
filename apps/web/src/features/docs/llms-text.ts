import { DOC_GROUPS } from './doc-list.ts'

/** The entry page for agents: what Assay is, and the addresses of every document, the API and the MCP server. */
export function writeLlmsText(publicUrl: string): string {
  const groups = DOC_GROUPS.map(({ title, docs }) => [
    `## ${title}`,
    docs.map(({ name, title }) => `- [${title}](${publicUrl}/docs/text/${name}.md)`).join('\n'),
  ])
  return `${[
    '# Assay',
    '> A lab notebook for database benchmarks: it stores what benchmarks printed, compares versions with a baseline, decides which differences are significant, and publishes the tables.',
    'Read numbers and verdicts with the tools or the API instead of computing ratios from pages. A verdict is one of regression, improvement, no change and inconclusive; a ratio has a 95% interval. Public projects need no token. To upload, use a token of the project.',
    '## Interfaces',
    [
      `- [MCP server](${publicUrl}/docs/text/agents.md): \`POST ${publicUrl}/api/mcp\` (streamable HTTP), or \`assay mcp\` (stdio)`,
      `- [OpenAPI document](${publicUrl}/api/openapi.json): REST, with an example of each operation`,
      `- [Command line](${publicUrl}/docs/text/cli.md): \`assay push\`, \`assay exec\`, \`assay gate\`; one file for Node: ${publicUrl}/cli/assay.mjs`,
    ].join('\n'),
    ...groups.flat(),
  ].join('\n\n')}\n`
}
