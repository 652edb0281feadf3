import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, serverName } from '../environment.ts'
import { EXIT } from '../exit-code.ts'
import { Stop, stopOfSystemError, systemCode } from '../stop.ts'

/** The reason why `--token` is refused; a test checks it on every command. */
export const TOKEN_ARGUMENT_REFUSED =
  'A token cannot be an argument: every process on this machine can read the arguments of others, and shells keep ' +
  'them in their history. Put it in ASSAY_TOKEN, or in a file with mode 0600 named by ASSAY_TOKEN_FILE.'

/**
 * Finds the token to send: ASSAY_TOKEN, else the file in ASSAY_TOKEN_FILE, else the token that a server on this machine
 * wrote into its data directory. The local token is not sent to a server elsewhere. Null when there is none.
 */
export async function findToken(environment: Environment): Promise<string | null> {
  if (environment.token !== undefined) return checkForm(environment.token, 'ASSAY_TOKEN')
  if (environment.tokenFile !== undefined) {
    const token = await readTokenFile(environment.tokenFile)
    if (token === null)
      throw new Stop(
        EXIT.usage,
        `ASSAY_TOKEN_FILE names ${environment.tokenFile}, which does not exist. Create the file with the token, mode 0600, or set ASSAY_TOKEN.`,
      )
    return token
  }
  if (!environment.dataDirectoryGiven && !isLoopback(environment.serverUrl)) return null
  return readTokenFile(join(environment.dataDirectory, 'token'))
}

/** Returns the message with the locations in which a token is searched, for a person without one. */
export function noTokenSentence({ serverUrl, dataDirectory }: Environment): string {
  return (
    `There is no token for ${serverName(serverUrl)}. Put it in ASSAY_TOKEN or, with mode 0600, in a file named by ` +
    `ASSAY_TOKEN_FILE (a server on this machine writes its own to ${join(dataDirectory, 'token')}).`
  )
}

/** True for this machine itself, where a token crosses no network. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^(127(\.\d+){3}|0\.0\.0\.0)$/.test(hostname)
  )
}

async function readTokenFile(path: string): Promise<string | null> {
  try {
    const { mode } = await stat(path)
    // Windows has no permission bits; elsewhere a token that others can read is no longer a secret.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const found = (mode & 0o777).toString(8).padStart(4, '0')
      throw new Stop(
        EXIT.usage,
        `The token file ${path} has mode ${found}, so others can read it. Run: chmod 600 ${path}`,
      )
    }
    return checkForm((await readFile(path, 'utf8')).trim(), path)
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return null
    throw stopOfSystemError(cause, `The token file ${path} cannot be read`)
  }
}

function checkForm(token: string, where: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new Stop(EXIT.usage, `${where} does not contain a token: one word without spaces is expected.`)
}
