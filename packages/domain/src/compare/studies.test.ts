import { expect, test } from 'vitest'
import { Comparison } from './comparison.ts'
import { fromQuery, toQuery } from './comparison-url.ts'
import type { DimensionName } from './dimension.ts'
import { offerStudies } from './studies.ts'
import type { Observed, Varying } from './study.ts'

/** `10*x` means a value with ten results. */
function observe(dimensions: Partial<Record<DimensionName, string>>): Observed {
  return Object.entries(dimensions).map(([name, values]) => ({
    name: name as DimensionName, // the parameter type allows only these keys
    values: (values ?? '').split(' ').map((text) => {
      const [count, value] = text.includes('*') ? text.split('*') : ['1', text]
      return { value: value ?? '', count: Number(count) }
    }),
  }))
}

/** Parses lines such as `clients of byrx: 1 8`: clients vary for RocksDB 10.8.3 on two machines. */
function vary(...lines: string[]): Varying[] {
  return lines.map((line) => {
    const [, dimension, workload = '', values = ''] = /^(\S+) of (\S+): (.*)$/.exec(line) ?? []
    const among = {
      product: ['RocksDB'],
      version: ['9.0', '10.8.3'],
      compiler: [],
      config: ['a'],
      hardware: ['arm', 'pn53'],
    }
    // All lines of these tests name such dimensions.
    const varied = dimension as Varying['dimension']
    return {
      dimension: varied,
      benchmark: 'db_bench',
      workload,
      values: values.split(' '),
      common: values.split(' '),
      among,
      runs: 9,
    }
  })
}

const queries = (observed: Observed, varying: Varying[] = []) =>
  offerStudies(observed, varying).map(({ name, comparison }) => `${name}: ${decodeURIComponent(toQuery(comparison))}`)

test('a single version on one machine offers no study', () => {
  expect(queries(observe({ product: 'Postgres', version: '18.0', config: 'x10b', test: 'scan point-query' }))).toEqual(
    [],
  )
})

test('several versions of one product offer a study', () => {
  const observed = observe({ product: 'Postgres', version: '33*9.6.24 33*17.6 99*18.0', config: 'x10a x10b x10c' })
  expect(queries(observed)).toEqual(['versions: columns=version,config'])
})

test('further varying dimensions have separate tables, and an unknown compiler is not a value', () => {
  const observed = observe({
    product: 'MySQL RocksDB',
    version: '40*8.4.7 90*10.8.3',
    compiler: 'unknown clang clang+LTO gcc',
    hardware: 'pn53 arm',
    workload: 'byrx iodir',
    clients: '1 40 8',
    repeat: '1 2',
  })
  const offered = queries(
    observed,
    vary('clients of byrx: 1 8 40', 'compiler of byrx: gcc clang clang+LTO', 'param:cache of iodir: lru hyperclock'),
  )
  expect(offered.join('\n')).toMatchInlineSnapshot(`
    "versions-of-MySQL: columns=version,compiler,config&tables=hardware,workload,clients&product=MySQL
    versions-of-RocksDB: columns=version,compiler,config&tables=hardware,workload,clients&product=RocksDB
    products: columns=product,version,compiler,config&tables=hardware,workload,clients
    compilers: rows=version&columns=compiler&tables=test,hardware,clients&base=first-cell&product=RocksDB&compiler=gcc,clang,clang+LTO&hardware=arm,pn53&benchmark=db_bench&workload=byrx
    scale-up-of-byrx: columns=clients&tables=product,version,hardware&base=clients:1&hardware=arm,pn53&benchmark=db_bench&workload=byrx
    sweep-of-cache: columns=param:cache&tables=hardware,clients&base=param:cache:lru&version=10.8.3&hardware=arm,pn53&benchmark=db_bench&workload=iodir
    repeats: columns=product,version,compiler,config,repeat&tables=hardware,workload,clients&base=repeat:1&repeats=each"
  `)
})

test('studies of versions and of products are about one machine and workload', () => {
  const measured = (product: string, hardware: string, ...tests: number[]) => ({
    ...{ product, hardware, benchmark: 'sysbench', workload: 'cached' },
    versions: tests.map((count, at) => ({ version: `${at + 1}.0`, tests: count, common: at === 0 ? 0 : count })),
  })
  const observed = observe({ product: 'MySQL PostgreSQL', version: '1.0 2.0', hardware: 'arm hetz', clients: '1 8' })
  const comparable = [
    measured('MySQL', 'arm', 9, 9),
    measured('MySQL', 'hetz', 5, 5),
    measured('PostgreSQL', 'hetz', 5),
  ]
  const offered = offerStudies(observed, [], comparable)
  expect(offered.map(({ name, comparison }) => [name, comparison.filters.hardware, comparison.tables])).toEqual([
    ['versions-of-MySQL', ['arm'], ['clients']],
    ['versions-of-PostgreSQL', undefined, ['hardware', 'clients']],
    ['products', ['hetz'], ['clients']],
  ])
  expect(offered[2]?.sentence).toBe(
    'Every test in MySQL, PostgreSQL on hetz (sysbench cached), divided by the first column.',
  )
})

test('every offered comparison is restored from its URL', () => {
  const observed = observe({
    product: 'a b',
    version: '1 2',
    config: 'x y',
    compiler: 'gcc clang',
    hardware: 'h i',
    clients: '1 2',
    repeat: '1 2',
  })
  for (const { comparison, title, sentence } of offerStudies(
    observed,
    vary('param:a of x: 1 2', 'clients of x: 1 2'),
  )) {
    expect(Comparison.parse(comparison)).toEqual(comparison)
    expect(fromQuery(toQuery(comparison))).toEqual({ comparison, problems: [] })
    expect(title.length * sentence.length).toBeGreaterThan(0)
  }
})

test('configs of a version are compared with the previous version, on every machine that has both', () => {
  const varying = vary('config of iodir: x10b x10c', 'version of iodir: 8.0 9.0 10.8.3')
  expect(queries(observe({ product: 'RocksDB', version: '9.0' }), varying)).toEqual([
    'configs-of-RocksDB: columns=version,config&product=RocksDB&version=8.0,9.0&hardware=arm,pn53&benchmark=db_bench&workload=iodir',
    'hardware-iodir: columns=hardware&base=version:8.0&product=RocksDB&version=10.8.3&hardware=arm,pn53&benchmark=db_bench&workload=iodir',
    'efficiency-of-RocksDB-iodir: columns=version&metrics=cpu/o,cs/o,r/o,rKB/o,wKB/o&show=both&product=RocksDB&hardware=arm,pn53&benchmark=db_bench&workload=iodir',
  ])
})

test('scale-ups of the same products are distinguished by their workloads', () => {
  const observed = observe({ product: 'RocksDB', version: '9.0 10.8.3', workload: 'byrx iobuf' })
  const offered = (...lines: string[]) =>
    offerStudies(observed, vary(...lines)).flatMap(({ kind, title }) => (kind === 'scale-up' ? [title] : []))
  expect(offered('clients of byrx: 1 8')).toEqual(['Scale-up of RocksDB'])
  expect(offered('clients of byrx: 1 8', 'clients of iobuf: 1 4 8')).toEqual([
    'Scale-up of RocksDB: iobuf',
    'Scale-up of RocksDB: byrx',
  ])
})
