import { projectSegment } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment } from '../environment.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { findToken } from '../server/find-token.ts'
import { at, request } from '../server/http-request.ts'
import { Stop } from '../stop.ts'
import { failure, notReached, readQuery } from './compare-command.ts'
import { requireProject } from './require-project.ts'

export type ShareFlags = {
  project?: string
  title: string
  days?: number
  forever?: boolean
  mask?: boolean
  publish?: string
}

/** The field of the answer that is printed. */
const Made = z.looseObject({ url: z.string() })

/** `assay share`: creates a shared link and prints its address, which is shown only once. */
export async function share(text: string, flags: ShareFlags, io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const requested = readQuery(text, environment.serverUrl)
  const project = requireProject(requested.project ?? flags.project)
  const connection = { serverUrl: environment.serverUrl, token: await findToken(environment), fetch: io.fetch }
  const sent = {
    title: flags.title,
    what: { kind: 'comparison', query: requested.query.join('&') },
    ...(flags.forever === true || flags.publish !== undefined ? { days: null } : {}),
    ...(flags.days === undefined ? {} : { days: flags.days }),
    ...(flags.mask === true ? { masks: {} } : {}),
    ...(flags.publish === undefined ? {} : { publishAs: flags.publish }),
  }
  try {
    const response = await request(connection, at(connection, `/api/v1/projects/${projectSegment(project)}/shares`), {
      method: 'POST',
      body: new TextEncoder().encode(JSON.stringify(sent)),
      headers: { 'content-type': 'application/json' },
      signal: io.catchInterrupts(),
    })
    if (!response.ok) throw new Stop(...(await failure(response)))
    const { url } = Made.parse(await response.json())
    await io.out.write(`${url}\n`)
    return EXIT.ok
  } catch (cause) {
    if (cause instanceof Stop) throw cause
    throw notReached(cause, environment.serverUrl)
  }
}
