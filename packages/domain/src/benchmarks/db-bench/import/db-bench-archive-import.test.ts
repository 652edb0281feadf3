import { describeArchive } from '@assay/testing/archive/archive-test'
import { archiveText, importSet, valuesOf } from '@assay/testing/import/archive-sets'
import { expect, test } from 'vitest'
import { roundHalfEven } from '../../../stats/round-half-even.ts'
import { parseDbBenchDerived } from '../parse/db-bench-derived.ts'

describeArchive('db_bench sets of the archive', () => {
  test.each([
    ['dec25.dbb.gcp.8core.arm', 146, []],
    ['dec25.dbb.clang', 90, []],
    ['may25.db_bench', 258, ['may25.db_bench/dell32/iodir/sum.txt']],
    ['nov23.u.db_bench.8x', 27, []],
    ['aug23.c2.db_bench.nt10_to_nt50', 18, []],
    ['aws_variance_rocksdb', 36, []],
  ])('%s is %i runs of db_bench', (set, count, withProblems) => {
    const { documents, problems } = importSet(`dbbench-summary/${set}`)
    expect(documents).toHaveLength(count)
    expect(problems.map(({ file }) => file)).toEqual(withProblems)
    // Each row of the files is in exactly one run.
    const rows = documents.flatMap(({ startedAt, hardware, workload, config, results }) =>
      results.map(({ test, clients, values }) =>
        JSON.stringify([startedAt, hardware.name, workload.name, config.name, test, clients, values]),
      ),
    )
    expect(new Set(rows).size).toBe(rows.length)
  })

  test('the Arm server has three compilers, taken from the list of paths and the file names', () => {
    const { documents } = importSet('dbbench-summary/dec25.dbb.gcp.8core.arm')
    const compilers = documents
      .filter(({ workload }) => workload.name === 'iobuf')
      .map(({ build }) => `${build.compiler}${build.lto ? '+LTO' : ''}`)
    const count = (name: string) => compilers.filter((compiler) => compiler === name).length
    expect([count('gcc'), count('clang'), count('clang+LTO')]).toEqual([3, 20, 20])
    expect(documents[0]).toMatchObject({
      product: 'RocksDB',
      hardware: { name: 'gcp-arm-8', cores: 8 },
      benchmark: { name: 'db_bench' },
    })
  })

  test.each(['byrx', 'iobuf', 'iodir'])('relative ops/s by compiler equal the csum tables, %s', (workload) => {
    const set = 'dbbench-summary/dec25.dbb.gcp.8core.arm'
    const { documents } = importSet(set)
    for (const compiler of ['gcc', 'clang', 'clang.lto']) {
      const file = `${workload}/csum.${workload}.${compiler}.csv`
      const derived = parseDbBenchDerived(archiveText(`fixtures/${set}/${file}`), file).value
      const runs = documents.filter(
        (document) => document.workload.name === workload && document.build.name === compiler,
      )
      const byVersion = new Map(runs.map((document) => [document.version, valuesOf(document, 'ops/s')]))
      const versions = derived?.versions ?? []
      for (const { test, cells } of derived?.rows ?? []) {
        const name = test.replace(/\.t\d+/, '')
        const base = byVersion.get(versions[0] ?? '')?.get(name) ?? Number.NaN
        const ours = versions.map((version) =>
          roundHalfEven((byVersion.get(version)?.get(name) ?? Number.NaN) / base, 2),
        )
        expect({ test, compiler, ours }).toEqual({ test, compiler, ours: cells.map(({ value }) => value) })
      }
    }
  })

  test('repeats of one version in one file are numbered by date', () => {
    const { documents } = importSet('dbbench-summary/aws_variance_rocksdb/c6i.12xlarge.ht1.nt24')
    expect(documents.map(({ workload, repeat }) => `${workload.name} ${repeat}`).sort()).toEqual(
      ['byrx', 'iobuf'].flatMap((workload) => [1, 2, 3].map((repeat) => `${workload} ${repeat}`)),
    )
    const byrx = documents.filter(({ workload }) => workload.name === 'byrx').map(({ startedAt }) => startedAt)
    expect(byrx).toEqual([...byrx].sort())
  })

  test('cache types come from file names, and the same run in sum.txt is not a second run', () => {
    const { documents } = importSet('dbbench-summary/may25.db_bench/dell32')
    const caches = documents.map(({ results }) => results[0]?.params?.cache_type)
    expect(caches.filter((cache) => cache === 'lru')).toHaveLength(54)
    expect(caches.filter((cache) => cache === 'hyperclock')).toHaveLength(24)
    expect(documents.find(({ version }) => version === '6.29.5')?.results).toHaveLength(10)
  })
})
