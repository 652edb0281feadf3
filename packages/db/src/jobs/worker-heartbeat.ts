import type { Pool, PoolClient } from 'pg'

const RECONNECT_MS = 2_000

const LOCK = `select pg_advisory_lock(hashtextextended('worker ' || $1, 0))`

/** Releases the jobs of workers without a lock, because their process or connection has ended. */
const RELEASE = `
  with lost as (
    select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) held
    where pg_try_advisory_xact_lock(hashtextextended('worker ' || locked_by, 0))
  )
  select graphile_worker.force_unlock_workers(array_agg(locked_by)) from lost having count(*) > 0`

/**
 * Holds an advisory lock while this process is connected, as the heartbeat of a worker. A killed worker cannot release
 * its jobs, and the queue itself would wait four hours; the lock is released with the connection.
 */
export function startHeartbeat(pool: Pool, workerId: string): { stop(): void } {
  let stopped = false
  let held: PoolClient | null = null
  let timer: NodeJS.Timeout | null = null
  const lock = async () => {
    const client = await pool.connect()
    const onDisconnect = () => {
      if (held === null) return
      held = null
      client.release(true)
      retry()
    }
    client.once('error', onDisconnect)
    client.once('end', onDisconnect)
    held = client
    await client.query(LOCK, [workerId])
    if (stopped) unlock()
  }
  const unlock = () => {
    const client = held
    held = null
    // The connection is closed, because in the pool its session would still hold the lock.
    client?.release(true)
  }
  const retry = () => {
    if (!stopped) timer = setTimeout(start, RECONNECT_MS).unref()
  }
  const start = () =>
    void lock().catch(() => {
      unlock()
      retry()
    })
  start()
  return {
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      unlock()
    },
  }
}

/** Releases the jobs of lost workers. If a worker is considered lost by mistake, its job runs twice. */
export async function releaseJobsOfLostWorkers(pool: Pool): Promise<void> {
  await pool.query(RELEASE)
}
