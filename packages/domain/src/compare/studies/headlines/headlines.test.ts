import { readDemoDocuments } from '@assay/testing/archive/archive-figures'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import type { Comparison } from '../../comparison.ts'
import { fromQuery } from '../../comparison-url.ts'
import { NO_TLDR } from '../../tldr/tldr.ts'
import { PAGE_OF_STUDY, type PagedStudy } from '../pages/page-of-study.ts'
import { amountWords, firstThatFits, knownWords, signedWords, speedWords, subjectWords } from './headline-words.ts'
import { stepWords } from './steps-headline.ts'

const NO_PROFILES = {
  groups: () => Promise.reject(new Error('No profiles here.')),
  profiles: async () => [],
  tree: async () => null,
}

/** The headline of a study of one data set of the demo. */
async function headlineOf(kind: Exclude<PagedStudy, 'profiles'>, set: string, query: string) {
  const { points, ...names } = pointsOfDocuments(readDemoDocuments(set))
  const { comparison } = fromQuery(query)
  const isShown = (dimension: string, values: readonly string[] | undefined) =>
    comparison.base.kind === 'values' && Object.hasOwn(comparison.base.values, dimension)
      ? () => true
      : ({ coordinates }: (typeof points)[number]) =>
          values?.includes(Object.entries(coordinates).find(([name]) => name === dimension)?.[1] ?? '') ?? true
  const filtered = Object.entries(comparison.filters).reduce(
    (left, [dimension, values]) => left.filter(isShown(dimension, values)),
    points,
  )
  const queries = {
    comparison: async (asked: Comparison) => ({ grid: compare({ points: filtered, ...names }, asked), tldr: NO_TLDR }),
    metrics: async () => names.metrics.map(({ name }) => name),
    configs: async () => [],
    samples: async () => [],
    ...NO_PROFILES,
  }
  return (await PAGE_OF_STUDY[kind].page(queries, { comparison, own: {} })).headline
}

test.each([
  [
    'steps',
    'dec25.ib.mysql.pn53',
    'rows=version&columns=workload,test&base=first-row&product=MySQL&hardware=pn53&workload=cached',
    'MySQL 9.5.0 vs 5.6.51 on pn53 (cached): −41% in initial load (l.i0, mostly since 8.0.44) to 2.6 times in index creation (l.x) among 10 steps; inconclusive: measure more repeats',
  ],
  [
    'steps',
    'nov26.ib.vm3',
    'rows=version&columns=workload,test&base=first-row&product=PostgreSQL&hardware=vm3',
    'PostgreSQL 18.4 vs 17.10 on vm3: −25% in inserts with indexes (l.i1) to +36% in initial load (l.i0) among 9 steps; inconclusive: measure more repeats',
  ],
  [
    'scale-up',
    'sep25.hetz.sb.scaleup',
    'columns=clients&tables=product,version&base=clients:1&product=PostgreSQL&hardware=hetz',
    'PostgreSQL 18.0 on hetz: 48 clients have 37 times the throughput of 1 client in the median of 33 tests, 77% of perfect scaling (update-one_range=100 2.8 times to scan.warm_range=100 47 times)',
  ],
  [
    'efficiency',
    'nov25.sb.mysql',
    'columns=version&metrics=cpu/o&show=both&product=MySQL&hardware=pn53',
    'MySQL 9.5.0 vs 5.6.51 on pn53: 28% more CPU per operation and 31% less throughput (medians of 33 tests; most: CPU 2 times in insert_range=100)',
  ],
  [
    'compilers',
    'dec25.rocksdb.compilers',
    'rows=version&columns=compiler&tables=test&base=first-cell&product=RocksDB&hardware=hetz&workload=byrx',
    'RocksDB 10.8 on hetz (byrx): clang+LTO is 4% faster than gcc (median of 5 tests, +2% in overwrite to +20% in fillseq)',
  ],
  [
    'quality-of-service',
    'sep20.linkbench.200m',
    'rows=product,version,config&columns=&tables=test&benchmark=Linkbench&hardware=c3.8xlarge',
    'Linkbench on c3.8xlarge: p99 of add_link, the slowest operation, is 16 ms (MyRocks 5.6 c8b40s1) to 28 ms (MySQL 5.7.31 c14b40s1) in L1.P8',
  ],
  [
    'sweep',
    'may25.db_bench',
    'columns=param:cache_type&base=param:cache_type:hyperclock&product=RocksDB&version=10.2.1&hardware=dell32&workload=byrx',
    'RocksDB 10.2.1 on dell32 (byrx): 44% slower in readwhilewriting with cache_type lru than with hyperclock',
  ],
] as const)('%s of %s', async (kind, set, query, headline) => {
  expect(await headlineOf(kind, set, query)).toBe(headline)
})

test('a study without results has no headline', async () => {
  expect(await headlineOf('steps', 'nov25.sb.mysql', 'product=none')).toBeNull()
})

test('sizes are percent, and factors from 2 on', () => {
  expect([0.77, 1, 1.12, 2.34, 12.3].map(speedWords)).toEqual([
    '23% slower',
    'within 1%',
    '12% faster',
    '2.3 times as fast',
    '12 times as fast',
  ])
  expect([0.77, 1, 2.34].map(amountWords)).toEqual(['23% less', 'the same', '2.3 times the'])
  expect([0.77, 1, 1.12, 2.34].map(signedWords)).toEqual(['−23%', '±0%', '+12%', '2.3 times'])
})

test('steps are said in words', () => {
  expect(stepWords('qr100')).toBe('range queries at 100 inserts/s (qr100)')
  expect(stepWords('qp500', 'since 8.0')).toBe('point queries at 500 inserts/s (qp500, since 8.0)')
  expect(stepWords('l.x')).toBe('index creation (l.x)')
  expect(stepWords('own')).toBe('own')
})

test('subjects leave out what is not known, and count what is not single', () => {
  const subject = (query: string) => subjectWords(fromQuery(query).comparison)
  expect(subject('product=MySQL&hardware=pn53&workload=cached&clients=40')).toBe('MySQL on pn53 (cached, 40 clients)')
  expect(subject('product=MySQL,MariaDB&hardware=pn53,hetz')).toBe('MySQL and MariaDB on 2 machines')
  expect(subject('product=InnoDB&hardware=unknown')).toBe('InnoDB')
  expect(subject('hardware=pn53')).toBe('On pn53')
  expect(knownWords('RocksDB unknown block_align=enabled')).toBe('RocksDB block_align=enabled')
  expect(firstThatFits('x'.repeat(201), 'short')).toBe('short')
})
