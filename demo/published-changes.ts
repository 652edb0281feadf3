import type { FindingChange, FindingFacts } from '@assay/domain/findings/finding'

// The posts are those of ../shared/data/published-tables, and `claim` is the id there. Ratios are those that the post
// prints; when it says "almost 2X", they are computed from the figures that it refers to.

export type FindingKey = { product: string; from: string; to: string; hardware: string; direction: 'worse' | 'better' }
export type NamedChange = FindingKey & {
  claim: string
  /** Name of the test, or the beginning of the name; `ratios` are rounded to two digits. */
  test: string
  workload?: string
  ratios: string[]
  bug?: string
}

export const MYSQL = { product: 'MySQL', hardware: 'pn53', from: '5.6.51' } as const
const POSTGRES = { product: 'PostgreSQL', hardware: 'dell32', direction: 'better' } as const
export const ARM = { product: 'RocksDB', hardware: 'gcp-arm-8' } as const
export const WORSE = { direction: 'worse' } as const
export const BETTER = { direction: 'better' } as const
const OVERWRITE = 'overwriteandwait.s0'

export const NAMED_CHANGES: NamedChange[] = [
  // The published ratio 5.6 to 8.0 is 0.60; the post states it for 8.4.7.
  { ...MYSQL, ...WORSE, to: '8.0.44', claim: 'ib-my-cached-li0', workload: 'cached', test: 'l.i0', ratios: ['0.60'] },
  { ...MYSQL, ...WORSE, to: '8.4.7', claim: 'ib-my-cached-li0', workload: 'cached', test: 'l.i0', ratios: ['0.59'] },
  { ...MYSQL, ...BETTER, to: '8.4.7', claim: 'ib-my-cached-lx', workload: 'cached', test: 'l.x', ratios: ['2.54'] },
  { ...MYSQL, ...WORSE, to: '8.4.7', claim: 'ib-my-cached-li2', workload: 'cached', test: 'l.i2', ratios: ['0.86'] },
  {
    ...MYSQL,
    ...WORSE,
    to: '8.4.7',
    claim: 'ib-my-cached-qr',
    workload: 'cached',
    test: 'qr',
    ratios: ['0.67', '0.68', '0.68'],
  },
  {
    ...MYSQL,
    ...WORSE,
    to: '8.4.7',
    claim: 'ib-my-cached-qp',
    workload: 'cached',
    test: 'qp',
    ratios: ['0.60', '0.61', '0.61'],
  },
  { ...MYSQL, ...WORSE, to: '8.4.7', claim: 'ib-my-io-li0', workload: 'IO-bound', test: 'l.i0', ratios: ['0.60'] },
  { ...MYSQL, ...BETTER, to: '8.4.7', claim: 'ib-my-io-li1', workload: 'IO-bound', test: 'l.i1', ratios: ['1.54'] },
  { ...MYSQL, ...BETTER, to: '8.4.7', claim: 'ib-my-io-li2', workload: 'IO-bound', test: 'l.i2', ratios: ['1.82'] },
  {
    ...MYSQL,
    ...WORSE,
    to: '8.4.7',
    claim: 'ib-my-io-qr',
    workload: 'IO-bound',
    test: 'qr',
    ratios: ['0.74', '0.77', '0.82'],
  },
  // "13% slower, 3% slower and 17% faster": the middle one is neither a regression nor an improvement, see below.
  { ...MYSQL, ...WORSE, to: '8.4.7', claim: 'ib-my-io-qp', workload: 'IO-bound', test: 'qp', ratios: ['0.87'] },
  { ...MYSQL, ...BETTER, to: '8.4.7', claim: 'ib-my-io-qp', workload: 'IO-bound', test: 'qp', ratios: ['1.17'] },
  { ...POSTGRES, from: '16.10', to: '17.6', claim: 'sb-pg-hot', test: 'hot-points', ratios: ['1.94'] },
  { ...POSTGRES, from: '12.22', to: '17.6', claim: 'sb-pg-hot', test: 'hot-points', ratios: ['1.94'] },
  {
    ...POSTGRES,
    from: '12.22',
    to: '18.0',
    claim: 'sb-pg-hot',
    test: 'hot-points',
    // With io_method sync, worker and io_uring.
    ratios: ['1.87', '1.89', '1.92'],
  },
  { ...POSTGRES, from: '13.22', to: '14.19', claim: 'sb-pg-scan', test: 'scan_', ratios: ['1.27'] },
  { ...POSTGRES, from: '12.22', to: '14.19', claim: 'sb-pg-scan', test: 'scan_', ratios: ['1.26'] },
  // "All write tests are much faster starting in 17.6": each except insert, which gains 3%.
  { ...POSTGRES, from: '16.10', to: '17.6', claim: 'sb-pg-writes', test: 'delete', ratios: ['1.19'] },
  { ...POSTGRES, from: '16.10', to: '17.6', claim: 'sb-pg-writes', test: 'write-only', ratios: ['1.24'] },
  {
    ...POSTGRES,
    from: '16.10',
    to: '17.6',
    claim: 'sb-pg-writes',
    test: 'update-',
    // update-inlist at 1.05 is inconclusive: two repeats of it differ by 8%.
    ratios: ['1.16', '1.29', '1.31', '1.62'],
  },
  {
    ...POSTGRES,
    from: '12.22',
    to: '17.6',
    claim: 'sb-pg-writes',
    test: 'update-',
    ratios: ['1.14', '1.21', '1.23', '1.36', '1.44'],
  },
  { ...POSTGRES, from: '12.22', to: '17.6', claim: 'sb-pg-writes', test: 'read-write', ratios: ['1.10', '1.13'] },
  // clang and clang+LTO. Direct IO with clang+LTO is 0.93 too, but its interval reaches 0.953, so it is not a change of
  // 10%.
  {
    ...ARM,
    ...WORSE,
    from: '6.29.5',
    to: '10.8.3',
    claim: 'rx-arm-notcached',
    workload: 'iobuf',
    test: OVERWRITE,
    ratios: ['0.92', '0.93'],
  },
  {
    ...ARM,
    ...WORSE,
    from: '6.29.5',
    to: '10.8.3',
    claim: 'rx-arm-notcached',
    workload: 'iodir',
    test: OVERWRITE,
    ratios: ['0.93'],
  },
  {
    ...ARM,
    ...BETTER,
    from: '6.29.5',
    to: '10.8.3',
    claim: 'rx-arm-byrx',
    workload: 'byrx',
    test: 'readwhilewriting',
    ratios: ['1.14', '1.24'],
  },
  {
    ...ARM,
    ...WORSE,
    from: '10.5.5',
    to: '10.6.2',
    claim: 'bug-13996-iobuf',
    workload: 'iobuf',
    test: 'fillseq',
    ratios: ['0.61', '0.61'],
    bug: '13996',
  },
  {
    ...ARM,
    ...WORSE,
    from: '10.5.5',
    to: '10.6.2',
    claim: 'bug-13996-iodir',
    workload: 'iodir',
    test: 'fillseq',
    ratios: ['0.62', '0.62'],
    bug: '13996',
  },
  {
    ...ARM,
    ...BETTER,
    from: '10.6.2',
    to: '10.7.6',
    claim: 'bug-13996-iobuf',
    workload: 'iobuf',
    test: 'fillseq',
    ratios: ['1.73', '1.75'],
    bug: '13996',
  },
  // The post states it for universal compaction, whose figures are not published; these machines used leveled
  // compaction.
  {
    product: 'RocksDB',
    hardware: 'ser7',
    ...WORSE,
    from: '7.10.2',
    to: '8.11.4',
    claim: 'bug-12038-overwrite',
    workload: 'iobuf',
    test: OVERWRITE,
    ratios: ['0.63'],
    bug: '12038',
  },
  {
    product: 'RocksDB',
    hardware: 'ser7',
    ...BETTER,
    from: '9.8.4',
    to: '9.9.3',
    claim: 'bug-12038-results',
    workload: 'iobuf',
    test: OVERWRITE,
    ratios: ['1.34'],
    bug: '12038',
  },
]

/** Changes that the posts call noise, small or stable: no finding may contain one. */
type Noise = { claim: string; about: string; isIt: (change: FindingChange, finding: FindingFacts) => boolean }

const sinceMysql80 = ['8.0.43', '8.0.44', '8.4.6', '8.4.7', '9.4.0', '9.5.0']

export const NOISE: Noise[] = [
  {
    claim: 'ib-my-none-after-80',
    about: 'no large regressions after MySQL 8.0 in the Insert Benchmark',
    isIt: ({ benchmark }, { hardware, from, direction }) =>
      benchmark === 'Insert Benchmark' && hardware === 'pn53' && sinceMysql80.includes(from) && direction === 'worse',
  },
  {
    claim: 'ib-my-io-qp',
    about: 'qp500 IO-bound, 2 or 3% slower',
    isIt: ({ test: name, workload }, { hardware, to }) =>
      hardware === 'pn53' && to === '8.4.7' && workload === 'IO-bound' && name === 'qp500',
  },
  {
    claim: 'sb-pg-176-180',
    about: 'regressions from 17.6 to 18.0, which are small if they are any',
    isIt: (_, { product, hardware, from, to, direction }) =>
      product === 'PostgreSQL' && hardware === 'dell32' && from === '17.6' && to === '18.0' && direction === 'worse',
  },
  {
    claim: 'sb-pg-scan-doubt',
    about: 'the great result of 18.0 on the full scan, which may be variance by vacuum',
    isIt: ({ test: name }, { product, hardware, from }) =>
      product === 'PostgreSQL' && hardware === 'dell32' && from === '17.6' && name.startsWith('scan'),
  },
  {
    claim: 'sb-pg-ro10',
    about: 'read-only_range=10, a small regression that longer ranges do not show',
    isIt: ({ test: name }, { product, hardware, direction }) =>
      product === 'PostgreSQL' && hardware === 'dell32' && direction === 'worse' && name === 'read-only_range=10',
  },
  {
    claim: 'rx-arm-cached',
    about: 'cached: 10.8 is as good as 6.29 or better',
    isIt: ({ workload }, { hardware, from, to, direction }) =>
      hardware === ARM.hardware &&
      workload === 'byrx' &&
      from === '6.29.5' &&
      to.startsWith('10.') &&
      direction === 'worse',
  },
  {
    claim: 'rx-arm-notcached',
    about: 'not cached: 10.8 is similar to 6.29 except for overwrite',
    isIt: ({ workload, test: name }, { hardware, from, to }) =>
      hardware === ARM.hardware && workload !== 'byrx' && from === '6.29.5' && to === '10.8.3' && name !== OVERWRITE,
  },
  {
    claim: 'cc-arm-stable',
    about: 'fillseq with clang and clang+LTO is stable on Arm',
    isIt: ({ workload, test: name, line }, { hardware }) =>
      hardware === ARM.hardware && workload === 'byrx' && name.startsWith('fillseq') && line.startsWith('clang'),
  },
]
