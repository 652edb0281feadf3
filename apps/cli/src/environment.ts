import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from './exit-code.ts'
import { Stop } from './stop.ts'

const setting = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()))

const Variables = z.object({
  ASSAY_URL: setting,
  ASSAY_PROJECT: setting,
  ASSAY_TOKEN: setting,
  ASSAY_TOKEN_FILE: setting,
  ASSAY_DATA_DIR: setting,
  ASSAY_SPOOL_DIR: setting,
  ASSAY_SERVER: setting,
  GITHUB_STEP_SUMMARY: setting,
  XDG_STATE_HOME: setting,
  HOME: setting,
})

/** The settings of a command, from environment variables; an empty variable counts as absent. */
export type Environment = {
  /** Address of the server without a trailing slash. */
  serverUrl: URL
  project: string | undefined
  token: string | undefined
  tokenFile: string | undefined
  /** Data directory of a server on this machine, which contains its token. */
  dataDirectory: string
  /** True when ASSAY_DATA_DIR was given. Its token is then sent to the server in ASSAY_URL, on any machine. */
  dataDirectoryGiven: boolean
  spoolDirectory: string
  /** Address of the database under test, which may contain its password. */
  testedServer: string | undefined
  /** Summary file of a GitHub job; GitHub shows its Markdown. */
  jobSummaryFile: string | undefined
}

export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const read = Variables.parse(variables)
  const state = read.XDG_STATE_HOME ?? join(read.HOME ?? homedir(), '.local', 'state')
  return {
    serverUrl: readServerUrl(read.ASSAY_URL ?? 'http://localhost:3000'),
    project: read.ASSAY_PROJECT,
    token: read.ASSAY_TOKEN,
    tokenFile: read.ASSAY_TOKEN_FILE,
    dataDirectory: resolve(read.ASSAY_DATA_DIR ?? findDataDirectory()),
    dataDirectoryGiven: read.ASSAY_DATA_DIR !== undefined,
    spoolDirectory: resolve(read.ASSAY_SPOOL_DIR ?? join(state, 'assay')),
    testedServer: read.ASSAY_SERVER,
    jobSummaryFile: read.GITHUB_STEP_SUMMARY,
  }
}

/** `.data` of the current directory, or that of the checkout when assay is called from a folder below it. */
function findDataDirectory(): string {
  const ofCheckout = join(import.meta.dirname, '../../../.data')
  return !existsSync('.data') && existsSync(ofCheckout) ? ofCheckout : '.data'
}

function readServerUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Stop(
      EXIT.usage,
      `ASSAY_URL is ${JSON.stringify(text)}; it must be an address such as https://assay.example.org.`,
    )
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Stop(EXIT.usage, 'ASSAY_URL must be a plain address, without a password, a query or a fragment.')
  }
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

/** The address of the server as people write it: without a trailing slash. */
export const serverName = (url: URL): string => url.href.replace(/\/+$/, '')
