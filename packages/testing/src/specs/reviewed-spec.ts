import { createCaller } from '@assay/api/router'
import { addPerson } from '@assay/db/testing'
import { personNamed } from '../server/callers.ts'
import type { TestServer } from '../server/test-server.ts'

const TEXT =
  '# Exact sums\n\n## Goals\n\nSums must not differ between machines. They cost at most a fifth.\n\n## Limits\n\nNothing for decimals.'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export type Reviewed = {
  name: string
  specId: string
  project: Awaited<ReturnType<TestServer['addProject']>>['project']
  token: string
  as: (person: string) => ReturnType<typeof createCaller>
  act: (person: string, action: object) => Promise<unknown>
}

/**
 * A resolved spec whose record has one of everything: revisions, an attachment, a thread, a suggestion, all kinds of
 * responses, a disagreement, a redaction, minutes, an editorial revision, an erratum and an outcome.
 */
export async function reviewedSpec(server: TestServer, slug = 'lab'): Promise<Reviewed> {
  const { project, token } = await server.addProject(slug)
  const ids = new Map<string, string>()
  for (const [who, role] of [
    ['olga', 'author'],
    ['vic', 'viewer'],
    ['nina', 'viewer'],
    ['mia', 'owner'],
  ] as const) {
    ids.set(who, await addPerson(server.url, `${who}-${slug}`, { organizations: { [project.organization.id]: role } }))
  }
  const as = (person: string) =>
    createCaller({ services: server.services, caller: personNamed(person, ids.get(person)) })
  const file = await as('olga').specs.attach({ project: slug, fileName: 'plan.png', contentBase64: PIXEL })
  const text = `${TEXT}\n\n![The plan](attachments/${file.name})`
  const spec = { kind: 'functional', title: 'Exact sums', text }
  const { name } = await as('olga').specs.create({ project: slug, spec })
  const act = (person: string, action: object) => as(person).specs.act({ project: slug, name, action })
  const read = () => as('olga').specs.get({ project: slug, name })
  const on = async (quote: string) => {
    const block = (await read()).revision.blocks.find((one) => one.text.includes(quote))?.id ?? null
    return { kind: 'range', block, quote }
  }
  const revise = async (from: string, to: string, note: string) => {
    const { revision, spec } = await read()
    const next = { base: spec.revision, title: spec.title, note, text: revision.text.replace(from, to) }
    await as('olga').specs.revise({ project: slug, name, revision: next })
  }
  for (const person of ['vic', 'nina'])
    await act('olga', { kind: 'invite', who: { key: `person:${ids.get(person)}`, name: person } })
  const meetingAt = new Date(server.services.now().getTime() + 15 * 86_400_000).toISOString()
  await act('olga', { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
  await act('vic', { kind: 'give', body: 'Too slow.', anchor: await on('at most a fifth'), revision: 1 })
  await act('vic', { kind: 'edit-text', feedback: 1, text: 'Too slow for us.' })
  await act('nina', { kind: 'reply', feedback: 1, text: 'By how much?' })
  await act('nina', { kind: 'second', feedback: 1 })
  const suggestion = { suggestion: 'are equal on all machines', revision: 1, body: 'Plainer.' }
  await act('nina', { kind: 'give', anchor: await on('must not differ between machines'), ...suggestion })
  await act('vic', {
    kind: 'give',
    body: 'Acme needs decimals.',
    anchor: await on('Nothing for decimals.'),
    revision: 1,
  })
  await act('olga', { kind: 'accept-suggestion', feedback: 2 })
  await revise('Nothing for decimals', 'Decimals are exact already', 'decimals')
  await act('olga', { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'It is a goal.' })
  await act('vic', { kind: 'say', feedback: 1, content: false, text: 'Still too slow.' })
  await act('olga', { kind: 'answer', feedback: 3, answer: 'good-point', carriedBy: 3 })
  await act('vic', { kind: 'request-redaction', feedback: 3, reason: 'names a customer' })
  await act('olga', { kind: 'redact', feedback: 3 })
  await act('olga', { kind: 'hold' })
  await act('olga', { kind: 'close-meeting', minutes: 'The cost was argued.', attendance: ['olga', 'vic'] })
  await act('olga', { kind: 'resolve' })
  await revise('exact already', 'exact by now', 'wording')
  await act('vic', { kind: 'confirm-change', revision: 4 })
  await act('olga', { kind: 'add-erratum', quote: 'a fifth', text: 'A quarter on one thread.' })
  await act('olga', { kind: 'mark', outcome: 'built', note: 'in 2.0', versions: ['2.0'] })
  const specId = (await as('vic').specs.get({ project: slug, name })).id
  return { name, specId, project, token, as, act }
}
