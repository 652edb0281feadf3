import { err, ok, type Result } from '@assay/domain/result'
import { may } from '@assay/domain/specs/actions/permissions'
import { readSpecName } from '@assay/domain/specs/spec'
import { personNeeded } from '../access/refuse-caller.ts'
import { type Caller, type ProjectAccess, projectFor } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { specActorOf, specNotFound } from '../specs/spec-access.ts'
import { openEventStream } from './event-stream.ts'

/** Streams of one process, and of one person in it. */
const MAX_STREAMS = 1_000
const MAX_STREAMS_OF_PERSON = 32

/** Number of open streams by person; one for each hub, so that it belongs to one server. */
const openStreams = new WeakMap<object, Map<string, number>>()

type Asked = {
  project: string
  /** The name of a spec for its events, such as F-1; null for runs and findings. */
  spec: string | null
  after: string | null
  /** Time before which the reader has seen everything, in ms since 1970. */
  since: number
  /** The header Accept. */
  accept: string | null
}

export const EVENT_STREAM = 'text/event-stream'

/**
 * Opens the event stream of a project for a signed-in person who can read it. It ends when the session ends or the person
 * cannot read the project or spec any longer; that is checked before each event. Own changes are left out.
 */
export async function streamProjectEvents(
  services: Services,
  caller: Caller,
  asked: Asked,
  times: { heartbeatMs?: number; collectMs?: number } = {},
): Promise<Result<ReadableStream<Uint8Array>, AppError>> {
  const opened = await openFor(services, caller, asked)
  if (!opened.ok) return opened
  if (caller.kind !== 'person') return err(personNeeded())
  if (asked.accept?.includes(EVENT_STREAM) !== true) return err(NOT_ACCEPTABLE)
  const { projectId, specId, actorKey } = opened.value
  const counted = countStream(services, caller.person.id)
  if (!counted.ok) return counted
  const stream = await openEventStream(services.events, {
    projectId,
    after: asked.after,
    isFor: (event) => event.specId === specId && event.actorKey !== actorKey && event.changedAt >= asked.since,
    mayRead: async () => {
      const { request, person } = caller
      const now = await services.accounts.findSignedInPerson(request, { isUse: false })
      if (now === null || now.sessionId !== person.sessionId) return false
      const again = await openFor(services, { kind: 'person', request, person: now }, asked)
      return again.ok && again.value.projectId === projectId && again.value.specId === specId
    },
    onClose: counted.value,
    ...times,
  })
  return stream === null ? err(AWAY) : ok(stream)
}

const NOT_ACCEPTABLE = appError(
  'query-invalid',
  `This address answers with a stream of events. Send the header "Accept: ${EVENT_STREAM}".`,
)
const AWAY = appError(
  'unavailable',
  'The database does not answer. The page works without live updates; reload it later.',
)

type Opened = { projectId: string; specId: string | null; actorKey: string }

async function openFor(
  services: Services,
  caller: Caller,
  { project, spec }: Asked,
): Promise<Result<Opened, AppError>> {
  const access: Result<ProjectAccess, AppError> = await projectFor(services, caller, project, 'read')
  if (!access.ok) return access
  const by = specActorOf(access.value, caller)
  const streamed = { projectId: access.value.project.id, specId: null, actorKey: by.person.key }
  if (spec === null) return ok(streamed)
  const of = readSpecName(spec)
  // It is read again before each event for each open page, so without its comments.
  const found = of === null ? null : await access.value.queries.specs.findWithoutComments(of)
  return found !== null && may(found.spec, by, 'view') ? ok({ ...streamed, specId: found.id }) : err(specNotFound())
}

/** Counts a stream. @returns the function that ends it, or the refusal of one stream too many. */
function countStream({ events }: Services, person: string): Result<() => void, AppError> {
  const streams = openStreams.get(events) ?? new Map<string, number>()
  openStreams.set(events, streams)
  const own = streams.get(person) ?? 0
  if (own >= MAX_STREAMS_OF_PERSON) {
    const detail = `You have ${own} pages with live updates open. Close some of them.`
    return err(appError('too-many-requests', detail))
  }
  if ([...streams.values()].reduce((sum, one) => sum + one, 0) >= MAX_STREAMS) {
    return err(appError('unavailable', 'Too many pages with live updates are open. Reload later.'))
  }
  streams.set(person, own + 1)
  let isCounted = true
  return ok(() => {
    if (!isCounted) return
    isCounted = false
    const left = (streams.get(person) ?? 1) - 1
    if (left === 0) streams.delete(person)
    else streams.set(person, left)
  })
}
