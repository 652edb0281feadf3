import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two projects, so that a run of pure tests starts no database: `vitest run packages/domain` takes a second.
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['packages/domain/src/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}'],
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
            'demo/*.test.ts',
            'bench/*.test.ts',
          ],
          globalSetup: 'scripts/testing/postgres-for-tests.ts',
          // Real databases and child processes, on machines with two busy cores.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
