import { z } from 'zod'

/** Kinds of changes that open pages of a project can show. */
export const ProjectChange = z.enum([
  'run-stored',
  'run-removed',
  'finding',
  /** A runner, a run request or one of its attempts changed. */
  'run-request',
  'spec-comment',
  'spec-response',
  'spec-revision',
  'spec-other',
  /** Nothing was stored: a person is editing the text. */
  'spec-editing',
])
export type ProjectChange = z.infer<typeof ProjectChange>

/** A change of a project without any of its content: readers of an event learn only that something can be read. */
export const ProjectEvent = z.object({
  /** The same for every listener, so that a reader can resume at another server. */
  id: z.uuid(),
  projectId: z.uuid(),
  change: ProjectChange,
  /** Number of equal changes that were merged. */
  count: z.int().min(1),
  /** The spec, for changes of specs. */
  specId: z.uuid().nullable(),
  /** Key of the actor, such as `person:ID`. */
  actorKey: z.string(),
  /** Name of the person who is editing; absent in changes. */
  actorName: z.string().optional(),
  /**
   * The time after the commit of the newest of its changes, in ms since 1970, by the clock of the process that stored it. A
   * page that was read later shows the change already.
   */
  changedAt: z.number().default(Number.MAX_SAFE_INTEGER),
})
export type ProjectEvent = z.infer<typeof ProjectEvent>

export type EventListener = {
  onEvent(event: ProjectEvent): void
  /** The connection was lost and is open again: events of the time between are missing. */
  onGap(): void
}

/** Notifications between the processes and servers that use the database. */
export type ProjectEvents = {
  /**
   * Receives the events of all projects until it is stopped. The connection is opened again when it is lost.
   *
   * @returns a promise that is fulfilled when the first connection listens.
   */
  listen(listener: EventListener): { listening: Promise<void>; stop(): Promise<void> }
}
