import { PAGE_ACCESS } from '@assay/api/access/page-access'
import { PROCEDURE_ACCESS } from '@assay/api/access/procedure-access'
import { MCP_PATH } from '@assay/api/mcp/mcp-path'
import { restRoutes } from '@assay/api/rest/routes'

type Pattern = { label: string; matches: RegExp }

/** Fixed segments take precedence over parameters, so patterns with fewer parameters come first. */
const byParameters = (a: Pattern, b: Pattern) => countParameters(a.label) - countParameters(b.label)
const countParameters = (label: string) => label.split(/[{[]/).length

const toPattern = (label: string): Pattern => {
  const source = label
    .replaceAll(/[.+()]/g, '\\$&')
    .replaceAll(/\{\w+\}|\[(?!\.\.\.|\\\.)\w+\]|\[[^\]]*\]/g, (parameter) =>
      parameter.includes('...') || parameter.includes('\\.') ? '.+' : '[^/]+',
    )
  return { label, matches: new RegExp(`^${source}/?$`) }
}

const REST = [...new Set(restRoutes.map(({ path }) => path))].map(toPattern).sort(byParameters)
const PAGES = Object.keys(PAGE_ACCESS)
  .map((path) => toPattern(`/${path}`))
  .sort(byParameters)

/**
 * The route of a path as a label of a metric. Labels come from the tables of routes, so no request can invent one.
 */
export function routeLabel(path: string): string {
  if (path.startsWith('/_next/')) return 'assets'
  if (path === MCP_PATH) return path
  if (path.startsWith('/api/trpc/')) return procedureLabel(path.slice('/api/trpc/'.length))
  const patterns = path.startsWith('/api/v1') ? REST : PAGES
  // Pages of a project are found in their folder, whose only parameter is the key of the project.
  const inFolder = path.replace(/^\/o\/[^/]+\/p\//, '/p/')
  return patterns.find(({ matches }) => matches.test(inFolder))?.label ?? 'other'
}

function procedureLabel(name: string): string {
  if (name.includes(',')) return '/api/trpc/(batch)'
  return name in PROCEDURE_ACCESS ? `/api/trpc/${name}` : '/api/trpc/(unknown)'
}
