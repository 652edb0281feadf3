import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunRecord } from '@assay/domain/experiments/run-record'
import { z } from 'zod'
import { EXIT } from '../exit-code.ts'
import { Stop, stopOfSystemError, systemCode } from '../stop.ts'

export type Counter = RunRecord['counter']

/** Counts of each candidate, by `PROJECT EXPERIMENT CANDIDATE`. `failed` includes runs that have not ended. */
const Counts = z.record(z.string(), z.object({ finished: z.int(), failed: z.int() }))
type Counts = z.infer<typeof Counts>

const LOCK_ATTEMPTS = 100
const LOCK_PAUSE_MS = 50

/**
 * Counts a run before it starts, as failed until `countFinished`, so that a killed run is counted too. The file is next
 * to the key, which candidates cannot write.
 */
export const countStarted = (keyPath: string, measured: RunRecord['measured']): Promise<Counter> =>
  change(keyPath, measured, ({ finished, failed }) => ({ finished, failed: failed + 1 }))

/** Counts the run that was started last as finished. Returns the counter for its record. */
export const countFinished = (keyPath: string, measured: RunRecord['measured']): Promise<Counter> =>
  change(keyPath, measured, ({ finished, failed }) => ({ finished: finished + 1, failed: failed - 1 }))

async function change(
  keyPath: string,
  { project, experiment, candidate }: RunRecord['measured'],
  next: (counter: Counter) => Counter,
): Promise<Counter> {
  const path = `${keyPath}.counters.json`
  const name = `${project} ${experiment} ${candidate}`
  const unlock = await lock(`${path}.lock`)
  try {
    const counts = await readCounts(path)
    const counter = next(counts[name] ?? { finished: 0, failed: 0 })
    await writeFile(`${path}.new`, JSON.stringify({ ...counts, [name]: counter }), { mode: 0o600 })
    await rename(`${path}.new`, path)
    return counter
  } catch (cause) {
    throw cause instanceof Stop ? cause : stopOfSystemError(cause, path)
  } finally {
    await unlock()
  }
}

async function readCounts(path: string): Promise<Counts> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT') return '{}'
    throw cause
  })
  try {
    return Counts.parse(JSON.parse(text))
  } catch {
    // The message below has the next step.
  }
  const next = 'Create another key for new experiments.'
  throw new Stop(EXIT.usage, `${path} is damaged, so runs cannot be counted. ${next}`)
}

async function lock(path: string): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
    try {
      const file = await open(path, 'wx', 0o600)
      await file.close()
      return () => rm(path, { force: true })
    } catch (cause) {
      if (systemCode(cause) !== 'EEXIST') throw stopOfSystemError(cause, path)
      await sleep(LOCK_PAUSE_MS)
    }
  }
  throw new Stop(EXIT.usage, `${path} is locked by another assay exec. Delete it if none runs.`)
}
