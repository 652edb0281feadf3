import { createHash, randomUUID } from 'node:crypto'
import { exampleDocument } from '@assay/testing/server/example-document'
import { type ClientContext, call, field, PROJECT, send, unexpected } from './chaos-requests.ts'
import { type Output, UnknownOutcome } from './operation.ts'

/** Uploads one of two contents of a run, and reads it. */
export const runObject = () => {
  const id = randomUUID()
  const document = (text: string) => {
    const level = text === 'a' ? 1000 : 2000
    return exampleDocument({
      version: `17.${Number.parseInt(id.slice(0, 6), 16)}`,
      results: exampleDocument().results.map((result, at) => ({ ...result, values: [level + at, 1 + at] })),
    })
  }
  return {
    model: 'run' as const,
    key: id,
    choose: (random: () => number) =>
      random() < 0.5 ? { kind: 'get' } : { kind: 'put', text: random() < 0.8 ? 'a' : 'b' },
    async perform(context: ClientContext, input: { kind: string; text?: string }): Promise<Output> {
      if (input.kind === 'put') {
        const put = await send(context, 'PUT', `/api/v1/runs/${id}?onConflict=repeat`, {
          body: document(input.text ?? ''),
        })
        const outcome = { 201: 'stored', 200: 'same', 422: 'differs' }[put.status]
        return outcome === undefined ? unexpected(put) : { outcome }
      }
      const got = await send(context, 'GET', `/api/v1/projects/${PROJECT}/runs/${id}`)
      if (got.status === 404) return { outcome: 'none' }
      if (got.status !== 200) return unexpected(got)
      return { outcome: 'found', text: contentOf(got.body) }
    },
  }
}

/** Returns `a` or `b` when every value is stored, otherwise `partial`. */
function contentOf(body: unknown): string {
  const text = JSON.stringify(body)
  for (const [name, level] of [['a', 1000] as const, ['b', 2000] as const]) {
    if ([level, level + 1].every((value) => new RegExp(`[^\\d.]${value}[^\\d.]`).test(text))) return name
  }
  return 'partial'
}

/** Creates, uses and revokes a token. */
export const tokenObject = () => {
  const name = `token-${randomUUID()}`
  let made: { id: string; secret: string } | null = null
  let isSent = false
  return {
    model: 'token' as const,
    key: name,
    choose: (random: () => number) => {
      if (made !== null) return { kind: random() < 0.85 ? 'use' : 'revoke' }
      if (isSent) return null
      isSent = true
      return { kind: 'create' }
    },
    async perform(context: ClientContext, input: { kind: string }): Promise<Output> {
      if (input.kind === 'create') {
        const created = await call(context, 'tokens.create', { kind: 'reader', name })
        if (created.status !== 200) return unexpected(created)
        const answer = field<{ secret: string; token: { id: string } }>(created.body, 'answer')
        made = { secret: answer.secret, id: answer.token.id }
        return { outcome: 'created' }
      }
      if (input.kind === 'use') {
        const used = await send(context, 'GET', `/api/v1/projects/${PROJECT}/runs?limit=1`, {
          token: made?.secret ?? '',
        })
        if (used.status !== 200 && used.status !== 401) return unexpected(used)
        return { outcome: used.status === 200 ? 'accepted' : 'refused' }
      }
      const revoked = await call(context, 'tokens.revoke', { id: made?.id })
      if (revoked.status !== 200 && revoked.status !== 404) return unexpected(revoked)
      return { outcome: revoked.status === 200 ? 'revoked' : 'none' }
    },
  }
}

/** Creates, renames, reads and revokes a link to a comparison. */
export const shareObject = () => {
  const key = randomUUID()
  let id: string | null = null
  let isSent = false
  const shares = `/api/v1/projects/${PROJECT}/shares`
  return {
    model: 'share' as const,
    key,
    choose: (random: () => number) => {
      if (id !== null) {
        const at = random()
        if (at < 0.5) return { kind: 'read' }
        return at < 0.9 ? { kind: 'rename', text: `name ${Math.floor(random() * 1e9)}` } : { kind: 'revoke' }
      }
      if (isSent) return null
      isSent = true
      return { kind: 'create', text: key }
    },
    async perform(context: ClientContext, input: { kind: string; text?: string }): Promise<Output> {
      if (input.kind === 'create') {
        const what = { kind: 'comparison', query: 'rows=test&columns=version' }
        const made = await send(context, 'POST', shares, { body: { title: key, what } })
        if (made.status !== 201) return unexpected(made)
        id = field<string>(made.body, 'id')
        return { outcome: 'created' }
      }
      if (input.kind === 'rename') {
        const named = await send(context, 'PATCH', `${shares}/${id}`, { body: { name: input.text } })
        if (named.status !== 200 && named.status !== 404) return unexpected(named)
        return { outcome: named.status === 200 ? 'renamed' : 'none' }
      }
      if (input.kind === 'revoke') {
        const revoked = await send(context, 'DELETE', `${shares}/${id}`)
        if (revoked.status !== 204 && revoked.status !== 404) return unexpected(revoked)
        return { outcome: revoked.status === 204 ? 'revoked' : 'none' }
      }
      const read = await send(context, 'GET', `${shares}/${id}`)
      if (read.status !== 200) return unexpected(read)
      if (field(read.body, 'revokedAt') !== null) return { outcome: 'revoked' }
      return { outcome: 'open', text: field<string | null>(read.body, 'name') ?? field<string>(read.body, 'title') }
    },
  }
}

/** Several authors save a draft concurrently, each based on the revision that they read. */
export const reportObject = () => {
  const key = `report-${randomUUID()}`
  let known = 0
  return {
    model: 'report' as const,
    key,
    choose: (random: () => number) => {
      if (known === 0) return { kind: 'create', text: textOf(random) }
      return random() < 0.3 ? { kind: 'read' } : { kind: 'save', base: known, text: textOf(random) }
    },
    async perform(context: ClientContext, input: { kind: string; text?: string; base?: number }): Promise<Output> {
      if (input.kind === 'read') {
        const read = await call(context, 'reports.draft', { slug: key })
        if (read.status === 404) return { outcome: 'none' }
        const draft = field<{ revision: number; content: { text: string } }>(read.body, 'answer')
        known = Math.max(known, draft.revision)
        return { outcome: 'found', revision: draft.revision, text: draft.content.text }
      }
      const body = {
        title: key,
        tldr: '',
        text: input.text,
        ...(input.base === undefined ? {} : { revision: input.base }),
      }
      const saved = await send(context, 'PUT', `/api/v1/projects/${PROJECT}/reports/${key}`, { body })
      if (saved.status === 404) return { outcome: 'none' }
      if (saved.status === 409) {
        known = Math.max(known, 1)
        return { outcome: 'exists' }
      }
      if (saved.status !== 200) return unexpected(saved)
      const revision = field<number | null>(saved.body, 'revision') ?? undefined
      known = Math.max(known, revision ?? 0)
      return { outcome: field<string>(saved.body, 'outcome'), ...(revision === undefined ? {} : { revision }) }
    },
  }
}

const textOf = (random: () => number): string => `text ${Math.floor(random() * 1e12)}`

/** Comments on one spec; a comment without a response is sent again with its key. */
export const specObject = (name: string) => {
  const unanswered: string[] = []
  return {
    model: 'spec' as const,
    key: name,
    choose: (random: () => number) => {
      if (random() < 0.4) return { kind: 'read' }
      const again = unanswered.shift()
      return { kind: 'comment', text: again ?? `comment ${Math.floor(random() * 1e12)}` }
    },
    async perform(context: ClientContext, input: { kind: string; text?: string }): Promise<Output> {
      const path = `/api/v1/projects/${PROJECT}/specs/${name}`
      if (input.kind === 'read') {
        const read = await send(context, 'GET', path)
        if (read.status !== 200) return unexpected(read)
        return { outcome: 'found', texts: field<{ body: string }[]>(read.body, 'feedback').map(({ body }) => body) }
      }
      const text = input.text ?? ''
      const headers = { 'idempotency-key': createHash('sha256').update(text).digest('hex') }
      const body = { kind: 'give', body: text, anchor: { kind: 'whole' }, revision: 1 }
      try {
        const given = await send(context, 'POST', `${path}/actions`, { body, headers, token: context.reviewer })
        return given.status === 200 ? { outcome: 'stored' } : unexpected(given)
      } catch (error) {
        if (error instanceof UnknownOutcome) unanswered.push(text)
        throw error
      }
    },
  }
}

/** Creates a spec in review. @returns its name */
export async function makeSpec(context: ClientContext): Promise<string> {
  const specs = `/api/v1/projects/${PROJECT}/specs`
  const made = await send(context, 'POST', specs, {
    body: { kind: 'functional', title: 'Sums', text: '# Sums\n\nSums are the same on every machine.' },
  })
  if (made.status !== 201) throw new UnknownOutcome('a spec was not made')
  const name = field<string>(made.body, 'name')
  const meetingAt = new Date(Date.now() + 86_400_000).toISOString()
  for (const body of [
    { kind: 'invite', who: { key: 'name:vera', name: 'Vera' } },
    { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1', shortNoticeReason: 'a test' },
  ]) {
    const acted = await send(context, 'POST', `${specs}/${name}/actions`, { body })
    if (acted.status !== 200) throw new UnknownOutcome('a step of a spec was not taken')
  }
  return name
}

/** Stores the runs that the links compare. */
export async function storeRuns(context: ClientContext): Promise<void> {
  for (const version of ['17.6', '18.0']) {
    const stored = await send(context, 'PUT', `/api/v1/runs/${randomUUID()}`, { body: exampleDocument({ version }) })
    if (stored.status !== 201) throw new Error(`A run was not stored: ${stored.status} ${JSON.stringify(stored.body)}`)
  }
}
