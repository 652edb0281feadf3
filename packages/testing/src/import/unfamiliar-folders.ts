import { FORM_FOLDERS, STATED_FOLDERS } from './unfamiliar-answers.ts'
import { CLUSTERS } from './unfamiliar-clusters.ts'
import { ENGINES } from './unfamiliar-engines.ts'
import { BOX, my, outputs, pg, pgbench, row, sysbench } from './unfamiliar-folder-text.ts'
import { HABITS } from './unfamiliar-habits.ts'
import { LAYOUTS } from './unfamiliar-layouts.ts'
import { NAMES } from './unfamiliar-names.ts'
import { PUBLIC } from './unfamiliar-public.ts'
import { SETTING_FOLDERS } from './unfamiliar-settings.ts'
import { TEAMS } from './unfamiliar-teams.ts'
import { TOOLS } from './unfamiliar-tools.ts'

/** A folder of results as a team without an import profile lays it out, and the table that it means. */
export type UnfamiliarFolder = {
  team: string
  name: string
  files: readonly { path: string; text: string }[]
  /** The one correction that a person states, as a value of `--set`. */
  correction: string | null
  /** `product|version|build|config|machine|repeat|test|clients|params` of each result; null when only questions are right. */
  rows: readonly string[] | null
}

/** A team that has a folder for each version. */
const VERSION_FOLDERS: Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'product-version folders',
    files: outputs(['results/pg-17.6/oltp_insert-40.log', 'results/pg-18.1/oltp_insert-40.log']),
    correction: BOX,
    rows: [pg('17.6'), pg('18.1')],
  },
  {
    name: 'digits without dots',
    files: outputs(['out/mysql8043/oltp_insert.log', 'out/mysql8044/oltp_insert.log']),
    correction: BOX,
    rows: [my('8.0.43'), my('8.0.44')],
  },
  {
    name: 'product above version',
    files: outputs(['mysql/8.4.7/oltp_insert.txt', 'mysql/9.5.0/oltp_insert.txt', 'postgresql/v18/oltp_insert.txt']),
    correction: BOX,
    rows: [my('8.4.7'), my('9.5.0'), pg('18')],
  },
  {
    name: 'repeats below versions',
    files: outputs(['pg-18.1/run1/oltp_insert.log', 'pg-18.1/run2/oltp_insert.log', 'pg-18.1/run3/oltp_insert.log']),
    correction: BOX,
    rows: [pg('18.1'), pg('18.1', { repeat: '2' }), pg('18.1', { repeat: '3' })],
  },
  {
    name: 'cloud machines above versions',
    files: outputs(['c7i.2xlarge/pg-18.1/oltp_insert.log', 'c7g.2xlarge/pg-18.1/oltp_insert.log']),
    correction: null,
    rows: [pg('18.1', { machine: 'c7g.2xlarge' }), pg('18.1', { machine: 'c7i.2xlarge' })],
  },
  {
    name: 'own machines above versions',
    files: outputs(['res/hopper/pg-18.1/oltp_insert.log', 'res/lovelace/pg-18.1/oltp_insert.log']),
    correction: 'hardware=@folder',
    rows: [pg('18.1', { machine: 'hopper' }), pg('18.1', { machine: 'lovelace' })],
  },
]

/** A team that puts everything into the names of files in one folder. */
const FLAT_NAMES: Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'version, test and clients',
    files: [sysbench('pg18.1_oltp_insert_c40.log', 0), sysbench('pg18.1_oltp_insert_c80.log', 1, 80)],
    correction: BOX,
    rows: [pg('18.1'), pg('18.1', { clients: '80' })],
  },
  {
    name: 'repeats at the end',
    files: outputs(['pg17.6-oltp_insert-run1.log', 'pg17.6-oltp_insert-run2.log', 'pg18.1-oltp_insert-run1.log']),
    correction: BOX,
    rows: [pg('17.6'), pg('17.6', { repeat: '2' }), pg('18.1')],
  },
  {
    name: 'tests of one version',
    files: outputs(['mysql-8.0.44_oltp_read_only.txt', 'mysql-8.0.44_oltp_write_only.txt']),
    correction: BOX,
    rows: [my('8.0.44', { test: 'oltp_read_only' }), my('8.0.44', { test: 'oltp_write_only' })],
  },
  {
    name: 'compilers',
    files: outputs(['pg-18.1-gcc-13-oltp_insert.log', 'pg-18.1-clang-18-oltp_insert.log']),
    correction: BOX,
    rows: [pg('18.1', { build: 'clang 18' }), pg('18.1', { build: 'gcc 13' })],
  },
  {
    name: 'key and value',
    files: outputs(['product=MySQL,version=8.4.7,clients=40,test=oltp_insert.log']),
    correction: BOX,
    rows: [my('8.4.7')],
  },
  {
    name: 'a config word that nothing decodes',
    files: outputs(['pg18.1_bigbuf_oltp_insert.log', 'pg18.1_smallbuf_oltp_insert.log']),
    correction: null,
    rows: null,
  },
]

/** A team that has a folder for each day. */
const DATE_FOLDERS: Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'versions below days',
    files: outputs(['2025-11-03/pg-17.6/oltp_insert.log', '2025-11-04/pg-18.1/oltp_insert.log']),
    correction: BOX,
    rows: [pg('17.6'), pg('18.1')],
  },
  {
    name: 'the same version on two days is measured twice',
    files: outputs(['2025-11-03/pg-18.1/oltp_insert.log', '2025-11-04/pg-18.1/oltp_insert.log']),
    correction: BOX,
    rows: [pg('18.1'), pg('18.1', { repeat: '2' })],
  },
  {
    name: 'times in names of files',
    files: outputs(['20251103T0930-pg17.6-oltp_insert.txt', '20251103T1130-pg18.1-oltp_insert.txt']),
    correction: BOX,
    rows: [pg('17.6'), pg('18.1')],
  },
  {
    name: 'pre-releases by day',
    files: outputs(['20250601/PG18beta1/oltp_insert.log', '20250701/PG18beta2/oltp_insert.log']),
    correction: BOX,
    rows: [pg('18beta1'), pg('18beta2')],
  },
  {
    name: 'one day for all',
    files: outputs([
      'bench-2025-11-03/mariadb-11.8.5/oltp_insert.log',
      'bench-2025-11-03/mariadb-12.1.2/oltp_insert.log',
    ]),
    correction: BOX,
    rows: ['11.8.5', '12.1.2'].map((version) => row({ product: 'MariaDB', version })),
  },
  {
    name: 'a machine below the day',
    files: outputs(['2025-11-03/hopper/pg-18.1/oltp_insert.log', '2025-11-03/lovelace/pg-18.1/oltp_insert.log']),
    correction: 'hardware=@segment2',
    rows: [pg('18.1', { machine: 'hopper' }), pg('18.1', { machine: 'lovelace' })],
  },
]

/** A team whose build server names artifacts. */
const ARTIFACTS: Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'branch and commit',
    files: outputs([
      'artifacts/postgres-main-abc1234/oltp_insert.log',
      'artifacts/postgres-main-def5678/oltp_insert.log',
    ]),
    correction: BOX,
    rows: [pg('main', { build: 'abc1234' }), pg('main', { build: 'def5678' })],
  },
  {
    name: 'platform in the name',
    files: outputs(['mysql-8.0.44_ubuntu-22.04/oltp_insert.log', 'mysql-8.4.7_ubuntu-22.04/oltp_insert.log']),
    correction: BOX,
    rows: [my('8.0.44'), my('8.4.7')],
  },
  {
    name: 'version of the tool',
    files: outputs(['sysbench-1.0.20/mysql-8.0.44/oltp_insert.log', 'sysbench-1.0.20/mysql-8.4.7/oltp_insert.log']),
    correction: BOX,
    rows: [my('8.0.44'), my('8.4.7')],
  },
  {
    name: 'jobs that repeat a version',
    files: outputs(['job-10017/pg-18.1/oltp_insert.log', 'job-10021/pg-18.1/oltp_insert.log']),
    correction: BOX,
    rows: [pg('18.1'), pg('18.1', { repeat: '2' })],
  },
  {
    name: 'two versions in one name',
    files: outputs(['mysql-8.0.43-vs-8.0.44/oltp_insert.log']),
    correction: null,
    rows: null,
  },
  {
    name: 'nothing but numbers of jobs',
    files: outputs(['job-10017/oltp_insert.log', 'job-10021/oltp_insert.log']),
    correction: null,
    rows: null,
  },
]

/** A team that exports what it measured to folders by setting. */
const SETTINGS: Omit<UnfamiliarFolder, 'team'>[] = [
  {
    name: 'config folders on a cloud machine',
    files: outputs([
      'c7i.2xlarge/big_buffers/pg-18.1/oltp_insert.log',
      'c7i.2xlarge/small_buffers/pg-18.1/oltp_insert.log',
    ]),
    correction: 'config=@segment2',
    rows: ['big_buffers', 'small_buffers'].map((config) => pg('18.1', { config, machine: 'c7i.2xlarge' })),
  },
  {
    name: 'a file system as a parameter',
    files: outputs(['m7i.large/pg-18.1/ext4/oltp_insert.log', 'm7i.large/pg-18.1/xfs/oltp_insert.log']),
    correction: null,
    rows: ['ext4', 'xfs'].map((fs) => pg('18.1', { machine: 'm7i.large', params: `{"filesystem":"${fs}"}` })),
  },
  {
    name: 'pgbench by version',
    files: [pgbench('bench/postgres-17.6/pgbench.out', 0), pgbench('bench/postgres-18.1/pgbench.out', 50)],
    correction: BOX,
    rows: ['17.6', '18.1'].map((version) =>
      pg(version, { test: 'tpcb-like', clients: '8', params: '{"scale":100,"query_mode":"simple"}' }),
    ),
  },
  {
    name: 'pgbench by clients in flat names',
    files: [pgbench('pg18.1-c8.txt', 0), pgbench('pg18.1-c16.txt', 50, 16)],
    correction: BOX,
    rows: ['16', '8'].map((clients) =>
      pg('18.1', { test: 'tpcb-like', clients, params: '{"scale":100,"query_mode":"simple"}' }),
    ),
  },
  {
    name: 'threads as folders',
    files: [sysbench('pg-18.1/t40/oltp_insert.log', 0), sysbench('pg-18.1/t80/oltp_insert.log', 1, 80)],
    correction: BOX,
    rows: [pg('18.1'), pg('18.1', { clients: '80' })],
  },
  {
    name: 'key and value folders',
    files: outputs([
      'hardware=hopper/product=MySQL/version=8.4.7/oltp_insert.log',
      'hardware=hopper/product=MySQL/version=9.5.0/oltp_insert.log',
    ]),
    correction: null,
    rows: [my('8.4.7', { machine: 'hopper' }), my('9.5.0', { machine: 'hopper' })],
  },
]

const of = (team: string, folders: readonly Omit<UnfamiliarFolder, 'team'>[]): UnfamiliarFolder[] =>
  folders.map((folder) => ({ team, ...folder }))

/** The team of the layouts of which most have to be right after one correction. */
export const PUBLISHED = 'published layouts'

export const UNFAMILIAR_FOLDERS: readonly UnfamiliarFolder[] = [
  ...of('version folders', VERSION_FOLDERS),
  ...of('flat names', FLAT_NAMES),
  ...of('date folders', DATE_FOLDERS),
  ...of('CI artifacts', ARTIFACTS),
  ...of('settings', SETTINGS),
  ...of('other habits', HABITS),
  ...of('names like versions', NAMES),
  ...of('artifacts and vendors', TEAMS),
  ...of('other tools and spreadsheets', TOOLS),
  ...of('engines and CI logs', ENGINES),
  ...of('stores, days and languages', LAYOUTS),
  ...of('clusters and clouds', CLUSTERS),
  ...of('settings and packages', SETTING_FOLDERS),
  ...of('kinds of values', STATED_FOLDERS),
  ...of(PUBLISHED, PUBLIC),
]

/** Folders that are right after the form of open questions is sent with its likely answers and a machine. */
export const ANSWERED_FOLDERS: readonly UnfamiliarFolder[] = of('likely answers', FORM_FOLDERS)
