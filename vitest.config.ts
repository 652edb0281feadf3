import { defineConfig } from 'vitest/config'

const POSTGRES = 'scripts/testing/postgres-for-tests.ts'
const START = 'scripts/start/start.test.ts'

export default defineConfig({
  test: {
    // Projects, so that a run of pure tests starts no database: `vitest run packages/domain` takes a second.
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['packages/domain/src/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}'],
          // Properties over the whole archive take seconds on two busy cores; what is quadratic takes minutes.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'packages/{db,api}/src/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'demo/**/*.test.ts',
            'bench/*.test.ts',
            'chaos/**/*.test.ts',
          ],
          exclude: [START],
          globalSetup: POSTGRES,
          // Real databases and child processes, on machines with two busy cores.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // Starts the whole product, building it first: `vitest run --project start`. npm test runs it as a part of its own.
      { extends: true, test: { name: 'start', include: [START], globalSetup: POSTGRES, hookTimeout: 120_000 } },
    ],
  },
})
