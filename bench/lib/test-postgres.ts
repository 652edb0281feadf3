import { setup, teardown } from '../../scripts/testing/postgres-for-tests.ts'

/** Runs `work` with a separate Postgres that has the migrated template of test servers. */
export async function withTestPostgres<T>(work: () => Promise<T>): Promise<T> {
  await setup()
  try {
    return await work()
  } finally {
    await teardown()
  }
}
