/**
 * A CLI that dies by SIGKILL at a named step, started by crash.test.ts:
 *
 *   node crash-child.ts put|flush SPOOL_DIR SERVER_URL [STEP]
 *
 * `put` writes three runs into the spool; `flush` sends the waiting ones. Without a step it survives and prints its
 * report.
 */
import { systemClock } from '../clock.ts'
import { Spool } from '../spool/spool.ts'
import { DEFAULT_PATIENCE } from '../upload/backoff.ts'
import { flush } from '../upload/flush.ts'
import { sendEntry } from '../upload/send-entry.ts'
import { TOKEN } from './fake-server.ts'
import { noBlobs, sampleRun } from './sample-run.ts'

const [what, directory = '', url = '', step] = process.argv.slice(2)

const dieAt = (reached: string): void => {
  if (reached === step) process.kill(process.pid, 'SIGKILL')
}

const spool = await Spool.open(directory, { now: Date.now(), at: dieAt })
if (what === 'put') {
  for (const qps of [1, 2, 3]) {
    await spool.put({ server: url, project: 'lab', document: () => sampleRun(qps), blobs: noBlobs })
    dieAt(`put ${qps}`)
  }
} else {
  const connection = { serverUrl: new URL(url), token: TOKEN, fetch }
  const report = await flush({
    spool,
    names: (await spool.waiting()).map(({ name }) => name),
    send: async (entry, attempt) => {
      dieAt('before sending')
      const sending = sendEntry({ connection, clock: systemClock }, entry, attempt)
      if (step === 'while sending') setImmediate(dieAt, 'while sending')
      const verdict = await sending
      dieAt('answer received')
      return verdict
    },
    clock: systemClock,
    concurrency: 2,
    patience: DEFAULT_PATIENCE,
    signal: new AbortController().signal,
  })
  process.stdout.write(JSON.stringify({ ...report, stored: report.stored.length }))
}
