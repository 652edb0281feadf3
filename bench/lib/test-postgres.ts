import { setup, teardown } from '../../scripts/testing/postgres-for-tests.ts'

/** Runs `work` beside a Postgres of its own with the migrated template that test servers copy. */
export async function withTestPostgres<T>(work: () => Promise<T>): Promise<T> {
  await setup()
  try {
    return await work()
  } finally {
    await teardown()
  }
}
