import { projectSegment, splitProjectPath } from '@assay/domain/projects/project-key'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment, serverName } from '../environment.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { findToken } from '../server/find-token.ts'
import { at, request, unreachableReason } from '../server/http-request.ts'
import { Stop } from '../stop.ts'
import { readErrorDetails } from '../upload/upload-outcome.ts'
import { requireProject } from './require-project.ts'

export const COMPARE_FORMATS = ['text', 'csv', 'json', 'markdown', 'html'] as const
export type CompareFormat = (typeof COMPARE_FORMATS)[number]

/** `assay compare`: the table behind a compare link, as the server renders it. */
export async function compare(
  text: string,
  flags: { project?: string; format: CompareFormat },
  io: CommandIo,
): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const requested = readQuery(text, environment.serverUrl)
  const project = requireProject(requested.project ?? flags.project)
  const connection = { serverUrl: environment.serverUrl, token: await findToken(environment), fetch: io.fetch }
  const query = [...requested.query, `format=${flags.format}`].join('&')
  const url = at(connection, `/api/v1/projects/${projectSegment(project)}/compare?${query}`)
  try {
    const response = await request(connection, url, { signal: io.catchInterrupts() })
    if (!response.ok) throw new Stop(...(await failure(response)))
    await copyBody(response, io)
    return EXIT.ok
  } catch (cause) {
    if (cause instanceof Stop) throw cause
    throw notReached(cause, environment.serverUrl)
  }
}

/**
 * Returns the query of a canonical string or of a pasted link, without its format, and the project that a link names. A
 * link to another server is refused, because this server would answer with other data.
 */
export function readQuery(text: string, serverUrl: URL): { query: string[]; project: string | undefined } {
  if (!/^https?:\/\//.test(text)) return { query: partsOf(text.replace(/^\?/, '')), project: undefined }
  if (!URL.canParse(text))
    throw new Stop(
      EXIT.usage,
      `${JSON.stringify(text)} is neither a query nor an address. Copy either from the page of a comparison.`,
    )
  const link = new URL(text)
  if (link.origin !== serverUrl.origin) {
    throw new Stop(
      EXIT.usage,
      `The link is for ${link.origin}, but ASSAY_URL is ${serverName(serverUrl)}; set ASSAY_URL to the server of the link.`,
    )
  }
  // The server may be behind a prefix of the path.
  const path = /(?:\/o\/[^/]+)?\/p\/[^/]+(?=\/compare)/.exec(link.pathname)?.[0]
  return {
    query: partsOf(link.search.slice(1)),
    project: path === undefined ? undefined : splitProjectPath(path)?.key,
  }
}

const partsOf = (query: string): string[] =>
  query.split('&').filter((part) => part !== '' && !part.startsWith('format='))

async function copyBody(response: Response, io: CommandIo): Promise<void> {
  if (response.body === null) return
  const decoder = new TextDecoder()
  for await (const chunk of response.body) await io.out.write(decoder.decode(chunk, { stream: true }))
  await io.out.write(decoder.decode())
}

export async function failure(response: Response): Promise<[ExitCode, string]> {
  const problem: unknown = await response.json().catch(() => null)
  const { detail } = readErrorDetails(problem)
  const message = detail ?? `The server answered with status ${response.status}.`
  if (response.status === 401 || response.status === 403) return [EXIT.pending, message]
  if (response.status >= 500 || response.status === 429) return [EXIT.pending, `${message} Try again later.`]
  return [EXIT.refused, message]
}

export const notReached = (cause: unknown, serverUrl: URL): Stop =>
  new Stop(EXIT.pending, `The server cannot be reached: ${unreachableReason(cause, serverUrl)}.`, { cause })
