import type { Pool, PoolClient } from 'pg'

const AGAIN_MS = 2_000

const LOCK = `select pg_advisory_lock(hashtextextended('worker ' || $1, 0))`

/** Jobs of workers that hold no lock, which are dead, are free again. @returns how many workers that were. */
const FREE = `
  with dead as (
    select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) held
    where pg_try_advisory_xact_lock(hashtextextended('worker ' || locked_by, 0))
  )
  select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`

/**
 * Holds a lock for as long as this process lives and is connected. A worker that is killed cannot give its jobs back, and
 * the queue itself waits four hours before it takes them away; a lock goes with the connection.
 */
export function giveSignOfLife(pool: Pool, workerId: string): { stop(): void } {
  let stopped = false
  let held: PoolClient | null = null
  let timer: NodeJS.Timeout | null = null
  const hold = async () => {
    const client = await pool.connect()
    const lost = () => {
      if (held === null) return
      held = null
      client.release(true)
      again()
    }
    client.once('error', lost)
    client.once('end', lost)
    held = client
    await client.query(LOCK, [workerId])
    if (stopped) lose()
  }
  const lose = () => {
    const client = held
    held = null
    // Thrown away, for locks of a session stay with a connection that is lent again.
    client?.release(true)
  }
  const again = () => {
    if (!stopped) timer = setTimeout(start, AGAIN_MS).unref()
  }
  const start = () =>
    void hold().catch(() => {
      lose()
      again()
    })
  start()
  return {
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      lose()
    },
  }
}

/** Gives the jobs of workers that died to those that live; whoever is taken for dead by mistake does a job twice. */
export async function freeJobsOfTheDead(pool: Pool): Promise<void> {
  await pool.query(FREE)
}
