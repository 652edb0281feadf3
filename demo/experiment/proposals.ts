/** A change that the search tries, on top of the best settings so far. */
export type Proposal = {
  description: string
  settings: Readonly<Record<string, string>>
  /** Further arguments of the load, which a hostile candidate changes. */
  load?: readonly string[]
}

/** Settings of the base: a small server that many share. Its sorts do not fit into their memory. */
export const BASE_SETTINGS: Proposal['settings'] = { work_mem: '256kB' }

/** The scripted proposer: honest changes, and two that would only look better. */
export const PROPOSALS: readonly Proposal[] = [
  { description: 'more memory for sorts', settings: { work_mem: '64MB' } },
  { description: 'no just-in-time compilation', settings: { jit: 'off' } },
  { description: 'no durability', settings: { fsync: 'off' } },
  { description: 'only the short transactions', settings: {}, load: ['--test', 'tpcb-like'] },
  { description: 'more shared buffers', settings: { shared_buffers: '256MB' } },
]
