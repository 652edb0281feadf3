import type { Caller } from '@assay/api/access/resolve-access'
import { createCaller } from '@assay/api/router'
import { specFileResponse } from '@assay/api/specs/export-spec'
import { attachmentResponse } from '@assay/api/specs/read-attachment'
import { openLink, openLinkedAttachment } from '@assay/api/specs/spec-links'
import { anonymous } from '../server/callers.ts'
import type { TestServer } from '../server/test-server.ts'
import type { EntryPoint } from './entry-points.ts'

// Specs with probe texts: one that guests can read by links, and drafts that viewers must not see.

const MEETING = '2026-12-21T12:00:00.000Z'

/** Mail address of a project's guest, whose mails may contain only those probes of the project that guests can see. */
export const guestOf = (slug: string): string => `canary-${slug}@guest.test`

/**
 * Creates a spec under review with a guest, a comment, its response, two revisions and a public link, and a draft of a
 * design spec for it.
 *
 * @returns ids that calls can try, by name of the field.
 */
export async function fillSpecs(
  { services }: Pick<TestServer, 'services'>,
  { slug, owner }: { slug: string; owner: Caller },
): Promise<Record<string, unknown[]>> {
  const project = slug
  const shown = `shown-${slug}`
  const { specs, reviewers } = createCaller({ services, caller: owner })
  const { guests } = createCaller({ services, caller: anonymous })
  const contentBase64 = Buffer.from(`${shown} file`).toString('base64')
  const file = await specs.attach({ project, fileName: 'probe.txt', contentBase64 })
  const text = `# ${shown} text\n\n## Goals\n\nWhat ${shown} is about: [this](attachments/${file.name}).\n`
  const { name } = await specs.create({ project, spec: { kind: 'functional', title: `${shown} spec`, text } })
  const act = (action: object) => specs.act({ project, name, action })
  const invited = { project, name, reader: `${shown} guest`, email: guestOf(slug) }
  const { url } = await reviewers.inviteGuest(invited)
  const secret = url.slice(url.lastIndexOf('/') + 1)
  await act({ kind: 'schedule', meetingAt: MEETING, timeZone: 'UTC', place: `${shown} room` })
  const give = { kind: 'give', anchor: { kind: 'whole' }, revision: 1 }
  await guests.act({ secret, action: { ...give, body: `${shown} point` } })
  await act({ kind: 'answer', feedback: 1, answer: 'good-point', reason: `${shown} reason` })
  const revision = { base: 1, title: `${shown} spec`, note: `${shown} note`, text: `${text}\nMore of ${shown}.\n` }
  await specs.revise({ project, name, revision })
  await act({ kind: 'carry-out', feedback: 1, revision: 2, where: `${shown} where` })
  const link = await specs.createLink({ project, name, days: null })
  const { readers: list } = await specs.get({ project, name }).then(({ spec }) => spec)
  const draft = { kind: 'functional', title: `hidden-${slug} draft`, text: `# hidden-${slug} text` }
  const hidden = await specs.create({ project, spec: draft })
  return {
    ...{
      name: [name, hidden.name, name, file.name],
      attachment: [file.name],
      spec: [name, hidden.name],
      blockName: ['F-1', 'F-1.1', 'goals'],
    },
    ...{ secret: [secret], linkSecret: [link.secret], id: [link.id], key: list.map(({ who }) => who.key) },
    ...{ words: ['shown', 'hidden', 'canary', shown], text: ['shown', 'hidden', 'canary'] },
    ...{ email: ['somebody@elsewhere.test'], action: ACTIONS, revision: [1, 2, NEXT] },
  }
}

/** Text without a probe, because it may be sent to every project. */
const NEXT = { base: 2, title: 'A spec', note: 'once more', text: '# Text\n\n## Goals\n\nWords.\n' }
const ACTIONS = [
  { kind: 'give', body: 'Why?', anchor: { kind: 'whole' }, revision: 1 },
  { kind: 'answer', feedback: 2, answer: 'no-thank-you', reason: 'It is slow.' },
  { kind: 'say', feedback: 1, content: false, text: 'No.' },
  { kind: 'withdraw', feedback: 1 },
  { kind: 'postpone', meetingAt: '2026-12-24T12:00:00.000Z' },
  { kind: 'invite', who: { key: 'name:x', name: 'x' } },
  { kind: 'minute', minutes: 'So it was.' },
  { kind: 'resolve' },
]

/** The page behind a public link with its files, which are not procedures. */
export const linkEntryPoints = ({ services }: Pick<TestServer, 'services'>): EntryPoint[] => [
  {
    name: 'spec/[secret]',
    reach: 'link',
    async call({ pool, choose }) {
      const whole = await openLink(services, pick(pool.linkSecret, choose))
      return whole === null ? NOTHING() : Response.json(whole.document)
    },
  },
  {
    name: 'spec/[secret]/export',
    reach: 'link',
    async call({ pool, choose }) {
      const whole = await openLink(services, pick(pool.linkSecret, choose))
      return whole === null
        ? NOTHING()
        : specFileResponse({ workers: services.workers }, whole, choose(2) === 0 ? 'markdown' : 'html')
    },
  },
  {
    name: 'spec/[secret]/attachments/[name]',
    reach: 'link',
    async call({ pool, choose }) {
      const [secret, name] = [pick(pool.linkSecret, choose), pick(pool.attachment, choose)]
      const file = await openLinkedAttachment(services, secret, name)
      return file === null ? NOTHING() : attachmentResponse(file)
    },
  },
]

const NOTHING = () => new Response('Page not found.', { status: 404 })

const pick = (list: readonly unknown[] | undefined, choose: (count: number) => number): string =>
  String(list?.[choose(list.length)] ?? '')
