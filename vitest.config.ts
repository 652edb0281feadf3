import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { hasArchive } from '@assay/testing/archive/archive'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const POSTGRES = 'scripts/testing/postgres-for-tests.ts'
const ARCHIVE = 'scripts/testing/report-absent-archive.ts'
const ONE_SEED = 'scripts/testing/one-seed.ts'
const CHECK_SENT_SQL = 'scripts/testing/check-sent-sql.ts'
/** Hashes with the cost of production, unlike the other tests of the API. */
const PASSWORDS = 'packages/api/src/accounts/password-hash.test.ts'
const LOW_PASSWORD_COST = 'scripts/testing/low-password-cost.ts'
/** Tests of rules for source files, which need no database. */
const RULES = [
  'scripts/lint/glossary/glossary.test.ts',
  'scripts/lint/sizes/size-rules.test.ts',
  'scripts/lint/sql/sql-rules.test.ts',
]
const START = 'scripts/start/start.test.ts'
/** Need sysbench, pgbench and MariaDB. */
const BENCHMARKS = [
  'apps/cli/src/commands/exec-benchmarks.test.ts',
  'apps/cli/src/commands/exec-mysql-benchmarks.test.ts',
]
/** Needs Go, and root for a disk that can be filled. */
const HISTORIES = 'chaos/check-histories.test.ts'

/** Need programs from the npm registry or the Go proxy. */
const REGISTRY = ['scripts/admin/major-upgrade.test.ts', 'scripts/image.test.ts', 'scripts/serve/mcp-inspector.test.ts']

/**
 * Need programs that are not packages of this project, such as Citus, pgbouncer or DuckDB; each says so when its
 * program is absent.
 */
const SERVERS = [
  'clients/python/client.test.ts',
  'clients/python/evaluator.test.ts',
  'scripts/admin/project-archive/analyze-archive.test.ts',
  'scripts/admin/distribute/distribute.test.ts',
  'scripts/admin/pooler.test.ts',
  'scripts/admin/s3.test.ts',
  'scripts/deploy.test.ts',
]

/**
 * Rehearsals with whole servers: backups, leaks between tenants, every entry point as every caller, hostile bodies, the
 * files of the demo; and random tests that need seconds. `npm run check` omits them.
 */
const DRILLS = [
  'apps/cli/src/commands/fuzz-parse.test.ts',
  'demo/only-repeats.test.ts',
  'demo/stored-exports.test.ts',
  'packages/api/src/accounts/oidc-provider.test.ts',
  'packages/api/src/rest/fuzz-uploads.test.ts',
  'packages/api/src/rest/hostile-input.test.ts',
  'packages/api/src/specs/meeting-drill.test.ts',
  'packages/testing/src/fuzz-requests/fuzz-requests.test.ts',
  'packages/testing/src/specs/race-steps.test.ts',
  'packages/testing/src/tenant-isolation/leak-probes.test.ts',
  'packages/testing/src/tenant-isolation/route-access.test.ts',
  'scripts/admin/backup/backup.test.ts',
  'scripts/admin/project-archive/project-archive.test.ts',
  'scripts/setup/load-specs.test.ts',
]

/**
 * Random histories of shares, evidence and scans, races with revocations, workers that are killed, every change to the
 * record of a spec, a move to another database, a standby, and restores over other data, each for up to a minute of one
 * core. They run in `npm run test:all`, and at full size in `npm run bench` and `npm run chaos`.
 */
const SIMULATIONS = [
  'chaos/requested-runs.test.ts',
  'chaos/workers.test.ts',
  'packages/api/src/findings/histories.test.ts',
  'packages/testing/src/share-simulation/frozen-shares.test.ts',
  'packages/testing/src/share-simulation/simulate-evidence.test.ts',
  'packages/testing/src/specs/tamper-record.test.ts',
  'packages/testing/src/tenant-isolation/revoke-race.test.ts',
  'scripts/admin/backup/restore-drills.test.ts',
  'scripts/admin/move.test.ts',
  'scripts/admin/standby.test.ts',
]

/** Tests that start programs: the CLI, workers, migrations, benchmarks. Most of their time is that of starting. */
const PROGRAMS = [
  'apps/cli/src/bundle.test.ts',
  'apps/cli/src/commands/exec.test.ts',
  'apps/cli/src/commands/runner-command.test.ts',
  'apps/cli/src/spool/crash.test.ts',
  'integrations/gate-in-ci.test.ts',
  'scripts/serve/tracing.test.ts',
  'scripts/lib/migrate/migrate.test.ts',
]

/**
 * Node loads tests and sources by itself, as it loads the programs, and finds them compiled by earlier workers and runs
 * (NODE_COMPILE_CACHE). Vite would transform each module for each project. Pages need it, because Node knows no JSX.
 */
const LOADED_BY_NODE = { experimental: { viteModuleRunner: false, nodeLoader: false } }

const WITH_DATABASE = {
  ...LOADED_BY_NODE,
  // Each file has a database of its own, and modules hold no state: loading them once saves a third of the time.
  isolate: false,
  globalSetup: [ARCHIVE, POSTGRES],
  setupFiles: [ONE_SEED, LOW_PASSWORD_COST, CHECK_SENT_SQL],
}

/**
 * Runs the longest file first. By default projects run in the order of their names, so that one worker would wait a
 * minute for this file at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(START)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

// For what never ends, not for what is slow: a machine may be ten times slower than ours. Speed is measured in bench/.
const TIMEOUT_MS = 5 * 60_000

// Programs that tests start reuse the compile cache of earlier ones.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/node')

export default defineConfig({
  test: {
    // More than there are cores, because most tests wait for Postgres, for a program or for a server.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: TIMEOUT_MS / 5 } },
    // A file may hold nothing but tests that read the archive, and then registers none without it.
    passWithNoTests: !hasArchive,
    // Projects, so that a run of pure tests starts no database: `vitest run packages/domain` takes a second.
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          globalSetup: ARCHIVE,
          setupFiles: ONE_SEED,
          // They change nothing outside of themselves; modules that are loaded once save two thirds of the time.
          isolate: false,
          ...LOADED_BY_NODE,
          include: ['packages/{charts,domain}/src/**/*.test.ts', PASSWORDS, ...RULES],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          globalSetup: ARCHIVE,
          setupFiles: ONE_SEED,
          isolate: false,
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          ...WITH_DATABASE,
          name: 'server',
          include: [
            'packages/{db,api,testing}/src/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'demo/**/*.test.ts',
            'integrations/*/*.test.ts',
            'bench/*.test.ts',
            'chaos/**/*.test.ts',
          ],
          exclude: [
            START,
            PASSWORDS,
            ...RULES,
            ...BENCHMARKS,
            HISTORIES,
            ...DRILLS,
            ...SIMULATIONS,
            ...PROGRAMS,
            ...REGISTRY,
            ...SERVERS,
          ],
        },
      },
      { extends: true, test: { ...WITH_DATABASE, name: 'drills', include: DRILLS } },
      {
        extends: true,
        test: {
          name: 'programs',
          ...LOADED_BY_NODE,
          include: PROGRAMS,
          globalSetup: [ARCHIVE, POSTGRES],
          setupFiles: ONE_SEED,
        },
      },
      {
        extends: true,
        test: {
          name: 'simulations',
          ...LOADED_BY_NODE,
          include: SIMULATIONS,
          globalSetup: [ARCHIVE, POSTGRES],
          setupFiles: [ONE_SEED, LOW_PASSWORD_COST],
        },
      },
      // Starts the whole product, building it first: `vitest run --project start`.
      { extends: true, test: { ...LOADED_BY_NODE, name: 'start', include: [START], globalSetup: POSTGRES } },
      { extends: true, test: { ...LOADED_BY_NODE, name: 'registry', include: REGISTRY, globalSetup: POSTGRES } },
      {
        extends: true,
        test: {
          ...LOADED_BY_NODE,
          name: 'servers',
          include: SERVERS,
          globalSetup: POSTGRES,
          setupFiles: [ONE_SEED, CHECK_SENT_SQL],
        },
      },
      { extends: true, test: { ...LOADED_BY_NODE, name: 'benchmarks', include: BENCHMARKS, globalSetup: POSTGRES } },
      { extends: true, test: { ...LOADED_BY_NODE, name: 'histories', include: [HISTORIES], setupFiles: ONE_SEED } },
    ],
  },
})
