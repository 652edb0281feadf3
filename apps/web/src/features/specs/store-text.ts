import { newUuid } from './new-uuid.ts'
import type { SentText } from './spec-draft.ts'

/** `before`: a request without a response, of an earlier attempt or an earlier page load. */
type Snapshot = Omit<SentText, 'once'> & { before: SentText | undefined }
type Change = (part: { sent: SentText; base?: number }) => void
/** `by`: who stored the revision that came first. */
export type Stored = { name: string; revision: number; outcome: 'saved' | 'kept'; by?: string }

/** Creates a spec; a retry returns the same one. */
export async function createText(
  project: string,
  { before, ...text }: Snapshot,
  { parent, change }: { parent: string | null; change: Change },
): Promise<Stored> {
  const { client } = await import('../../trpc/client.ts')
  // Uses the first idempotency key even if the text changed since, because two lost responses would create two specs.
  const sent = { ...text, once: before?.once ?? newUuid() }
  if (before === undefined) change({ sent })
  const spec = { title: text.title, text: text.text, kind: parent === null ? 'functional' : 'design', parent }
  const { name } = await client.specs.create.mutate({ project, spec, once: sent.once })
  if (before === undefined || isSame(before, text)) return { name, revision: 1, outcome: 'saved' }
  const { revision } = await client.specs.get.query({ project, name })
  return { name, revision: revision.number, outcome: isSame(revision, text) ? 'saved' : 'kept' }
}

/** Stores a revision once. If an earlier request was stored without a response, the new revision is based on it. */
export async function reviseText(
  project: string,
  { before, ...text }: Snapshot,
  { name, freezeAnew, change }: { name: string; freezeAnew: readonly number[]; change: Change },
): Promise<Stored> {
  const { client } = await import('../../trpc/client.ts')
  const send = ({ once, ...revision }: SentText) =>
    client.specs.revise.mutate({ project, name, once, revision: { ...revision, freezeAnew } })
  if (before !== undefined && isSame(before, text)) return { name, ...(await send(before)) }
  const isStored = before !== undefined && (await client.specs.sent.query({ project, once: [before.once] })).length > 0
  const base = isStored ? (await send(before)).revision : text.base
  const sent = { ...text, base, once: newUuid() }
  change({ sent, base })
  const stored = await send(sent)
  if (stored.outcome === 'saved') return { name, ...stored }
  const revisions = await client.specs.revisions.query({ project, name })
  return { name, ...stored, by: revisions.find(({ number }) => number === stored.revision)?.author.name ?? '' }
}

type Text = { title: string; text: string }

const isSame = (a: Text, b: Text): boolean => a.title === b.title && a.text === b.text
