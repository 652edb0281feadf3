import { workerTasks } from '@assay/api/jobs/job-worker'
import type { Mail } from '@assay/api/mail/mail'
import { createCaller } from '@assay/api/router'
import { addPerson } from '@assay/db/testing'
import { ChannelOptions } from '@assay/domain/notifications/channel-options'
import { personNamed, tokenOf } from './callers.ts'
import { exampleDocument } from './example-document.ts'
import { recordingMailer } from './recording-mailer.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { startReceiver } from './webhook-receiver.ts'

const START = '2026-11-21T12:00:00Z'
const TESTS = ['scan', 'point', 'insert']

/** A test server with a recording mailer and a settable clock. Each test begins with a project of its own. */
export async function startNotificationLab() {
  const clock = { now: new Date(START) }
  const mails: Mail[] = []
  const server = await startTestServer({ now: () => clock.now, mailer: recordingMailer(mails) })
  await server.db.jobs.prepare()
  let count = 0
  return {
    ...{ server, clock, mails },
    /** Resets clock and mails, and creates a project with an owner and a receiver of webhooks. */
    async begin() {
      clock.now = new Date(START)
      mails.length = 0
      return createProject(server, ++count)
    },
  }
}

export type NotificationLab = Awaited<ReturnType<typeof startNotificationLab>>
export type NotificationProject = Awaited<ReturnType<NotificationLab['begin']>>

async function createProject(server: TestServer, count: number) {
  const receiver = await startReceiver()
  const { project } = await server.addProject(`lab-${count}`)
  const runner = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
  const id = await addPerson(server.url, `olga${count}`, { organizations: { [project.organization.id]: 'owner' } })
  const owner = createCaller({ services: server.services, caller: personNamed(`olga${count}`, id) })
  return {
    ...{ count, project, receiver, runner, owner },
    upload: (version: string, qps: number, repeats = 7) => uploadRepeats(runner, { version, qps, repeats }),
    /** Runs all queued jobs: scans, then deliveries. */
    runJobs: () => server.db.jobs.runPending(workerTasks(server.services)),
    createChannel: (options: Partial<ChannelOptions> = {}, path = '/hook') =>
      owner.notifications.create({
        project: project.slug,
        kind: 'webhook',
        address: `${receiver.url}${path}`,
        options: ChannelOptions.parse({ name: 'CI', ...options }),
      }),
    messages: (channelId: string) => owner.notifications.messages({ project: project.slug, id: channelId }),
    /** Excludes all runs of a version from verdicts. */
    async excludeRuns(version: string, reason: string) {
      const { rows } = await runner.runs.list({ project: project.slug })
      for (const run of rows.filter((one) => one.version === version))
        await runner.validity.invalidate({ project: project.slug, runId: run.id, invalidation: { reason } })
    },
  }
}

/** Uploads runs of a version whose tests all have about the same throughput. */
async function uploadRepeats(
  runner: ReturnType<typeof createCaller>,
  { version, qps, repeats }: { version: string; qps: number; repeats: number },
): Promise<void> {
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const factor = 1 + 0.01 * Math.sin(repeat * 7)
    const document = exampleDocument({
      runId: crypto.randomUUID(),
      version,
      repeat,
      metricNames: ['qps'],
      tests: TESTS.map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
      results: TESTS.map((name) => ({ test: name, clients: 1, values: [qps * factor] })),
    })
    await runner.runs.upload({ document, onConflict: 'repeat' })
  }
}
