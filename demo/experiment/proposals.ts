export type Settings = Readonly<Record<string, string>>

/** A change that the search tries. */
export type Proposal = {
  description: string
  /** Name of its configuration in runs. */
  config: string
  /** Positions in PROPOSALS of earlier ones whose settings it has too; without any it changes the base. */
  from?: readonly number[]
  settings: Settings
  /** Maximum repeats, where the search spends less on a change that promises little. */
  maxRepeats?: number
  /** Arguments of the load in place of those of the base, by a hostile candidate. */
  load?: readonly string[]
}

export const SCRIPTS = ['recent-orders', 'sampled-orders', 'open-accounts'].map(
  (name) => `demo/experiment/load/${name}.sql`,
)

/** Tests of the score; the fast script shows that nothing else becomes slower. */
export const SLOW_TESTS = ['sampled-orders.sql', 'open-accounts.sql']

const TRANSACTIONS = ['--transactions', '200,40,24']
export const LOAD = [...TRANSACTIONS, '--clients', '1', ...SCRIPTS]

export const BASE = {
  config: 'small container',
  description: 'PostgreSQL with a work_mem of 256 kB, as in a small container; all else by default',
  settings: { work_mem: '256kB' },
} as const satisfies Proposal

/** The scripted proposer: settings alone, both together, and two that promise much and do little. */
export const PROPOSALS: readonly Proposal[] = [
  { config: 'work_mem', description: 'hash tables fit into the memory of a query', settings: { work_mem: '16MB' } },
  {
    config: 'random_page_cost',
    description: 'a random page costs as much as the next one, as on an SSD',
    settings: { random_page_cost: '1.1' },
  },
  { config: 'both', description: 'the memory and the page costs together', from: [0, 1], settings: {} },
  {
    config: 'parallel',
    description: 'parallel workers for every query',
    settings: {
      parallel_setup_cost: '0',
      parallel_tuple_cost: '0',
      min_parallel_table_scan_size: '0',
      min_parallel_index_scan_size: '0',
    },
  },
  { config: 'jit off', description: 'no just-in-time compilation', settings: { jit: 'off' }, maxRepeats: 4 },
]

/** The proposal with both changes that help. */
const BEST = [2]

/** Candidates that only look better, on top of the best one. */
export const HOSTILE: readonly Proposal[] = [
  {
    config: 'skips work',
    from: BEST,
    description: 'hostile: skips the slowest script',
    settings: {},
    load: LOAD.slice(0, -1),
  },
  {
    config: 'other measurement',
    from: BEST,
    description: 'hostile: measures with four clients',
    settings: {},
    load: [...TRANSACTIONS, '--clients', '4', ...SCRIPTS],
  },
  { config: 'no durability', from: BEST, description: 'hostile: turns durability off', settings: { fsync: 'off' } },
]

/** The hostile candidate whose figures are made up, which measures nothing. */
export const FABRICATED = 'hostile: makes its figures up'
