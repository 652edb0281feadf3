import { type ImportProfile, parseImportProfile } from '@assay/domain/import/profile/profile'
import { z } from 'zod'
import type { CommandIo } from '../command-io.ts'
import { type Environment, serverName } from '../environment.ts'
import { findToken } from '../server/find-token.ts'
import { at, request } from '../server/http-request.ts'
import { loadProfile } from './load-profile.ts'

/** A push to a server that does not answer goes to the spool, so it must not wait long. */
const TIMEOUT_MS = 10_000

/**
 * The profile that `--profile` names, otherwise that of the project, otherwise the built-in one. Prints a warning when
 * the server is unreachable and the built-in profile is used.
 */
export async function profileForPush(
  flag: string | undefined,
  { environment, project }: { environment: Environment; project: string },
  io: CommandIo,
): Promise<ImportProfile> {
  if (flag !== undefined) return loadProfile(flag)
  const stored = await readStored({ environment, project }, io)
  if (stored === null) return loadProfile('archive')
  const parsed = parseImportProfile(stored)
  if (parsed.ok) {
    await io.log.write(`Names are read by the import profile of ${project}.\n`)
    return parsed.value
  }
  await io.log.write(
    `The import profile of ${project} is not used: ${parsed.error.message}. Is this assay older than its server?\n`,
  )
  return loadProfile('archive')
}

const Answer = z.object({ yaml: z.string().nullable() })

async function readStored(
  { environment, project }: { environment: Environment; project: string },
  io: CommandIo,
): Promise<string | null> {
  const { serverUrl } = environment
  const token = await findToken(environment)
  if (token === null) return null
  const connection = { serverUrl, token, fetch: io.fetch }
  const path = `/api/v1/import-profile?project=${encodeURIComponent(project)}`
  try {
    const answer = await request(connection, at(connection, path), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    // Servers of earlier versions have no profiles; whatever else is refused is reported with the upload.
    return answer.status === 200 ? Answer.parse(await answer.json()).yaml : null
  } catch {
    await io.log.write(
      `${serverName(serverUrl)} cannot be asked for the import profile of ${project}; names are read by the built-in one.\n`,
    )
    return null
  }
}
