import { workerTasks } from '@assay/api/jobs/job-worker'
import { createCaller } from '@assay/api/router'
import { addPerson, verifyAddress } from '@assay/db/testing'
import { personNamed } from './callers.ts'
import type { TestServer } from './test-server.ts'

const TEXT = '# Datatypes\n\n## Goals\n\nIEEE754 numbers are added, and every operation rounds as the standard says.'
const DAY_MS = 86_400_000

export type SpecMailLab = Awaited<ReturnType<typeof addSpecMailLab>>

/**
 * A private project with people whose addresses are verified, so that no test receives mails of another one.
 *
 * @param number  part of the names of the project and of its people.
 * @param people  roles by name.
 */
export async function addSpecMailLab(
  server: TestServer,
  number: number,
  people: Readonly<Record<string, 'author' | 'viewer'>>,
) {
  const slug = `lab-${number}`
  const { project } = await server.addProject(slug, 'private')
  const ids = new Map<string, string>()
  const addressOf = (name: string) => `${name}${number}@assay.test`
  for (const [name, role] of Object.entries(people)) {
    ids.set(name, await addPerson(server.url, `${name}${number}`, { projects: { [project.id]: role } }))
    await verifyAddress(server.url, addressOf(name))
  }
  const idOf = (name: string) => ids.get(name) ?? ''
  const as = (name: string) =>
    createCaller({ services: server.services, caller: personNamed(`${name}${number}`, idOf(name)) })
  const act = (person: string, name: string, action: object) => as(person).specs.act({ project: slug, name, action })
  return {
    ...{ slug, project, addressOf, idOf, as, act },
    /** A spec of olga in review, with the reviewer vic and the guest rita. @returns its name, and the secret of rita's link */
    async startReview(now: Date, timeZone: string): Promise<{ name: string; secret: string }> {
      const spec = { kind: 'functional', title: 'Datatypes', text: TEXT }
      const { name } = await as('olga').specs.create({ project: slug, spec })
      await as('olga').reviewers.inviteMember({ project: slug, name, personId: idOf('vic') })
      const invitation = { project: slug, name, reader: 'Rita', email: addressOf('rita') }
      const { url } = await as('olga').reviewers.inviteGuest(invitation)
      const meetingAt = new Date(now.getTime() + 15 * DAY_MS).toISOString()
      await act('olga', name, { kind: 'schedule', meetingAt, timeZone, place: 'Room 1' })
      return { name, secret: url.split('/').at(-1) ?? '' }
    },
  }
}

/** Sends what is in the outbox, and runs the due jobs of the worker. */
export async function sendDueMails(server: TestServer): Promise<void> {
  const tasks = workerTasks(server.services)
  await tasks['process-outbox']({})
  await server.db.jobs.runPending(tasks)
}
