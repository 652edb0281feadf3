import { parseIibenchReport } from '@assay/domain/benchmarks/iibench/parse/iibench-report'
import { readArchive } from '@assay/testing/archive/archive'
import type { FigureRow } from '@assay/testing/archive/archive-figures'

/** The figures of one published table, which our tests compare with what the engine makes of demo/documents. */
export type Figures = {
  /** Name of its file under figures/. */
  name: string
  source: string
  /** Reads the table from the archive. */
  read(): FigureRow[]
}

const COMMIT = 'e1ba3d9edff258d867ef6430353cb4dc60e5eca4'
const post = (day: string) => `Mark Callaghan, Small Datum (smalldatum.blogspot.com), ${day}`
const file = (path: string) => `Mark Callaghan, github.com/mdcallag/mytools at ${COMMIT}, ${path}`

/** Tables of posts, by their names in the archive. */
const POSTS: Readonly<Record<string, string>> = {
  'ib-mysql-cached-relqps': '10 December 2025',
  'ib-mysql-iobound-relqps': '10 December 2025',
  'linkbench-mongo-cached-load': '12 October 2016',
  'linkbench-mongo-cached-query': '12 October 2016',
  'linkbench-mongo-iobound-load': '12 October 2016',
  'linkbench-mongo-iobound-query': '12 October 2016',
  'myrocks-innodb-compress-insert': '20 September 2016',
  'myrocks-innodb-compress-point': '20 September 2016',
  'rocksdb-compiler-vs-gcc': '2 December 2025',
  'rocksdb-ioeff-block-align': '23 October 2025',
  'rocksdb-ioeff-dbbench': '23 October 2025',
  'rocksdb-ioeff-derived': '23 October 2025',
  'rocksdb-ioeff-fio': '23 October 2025',
  'rocksdb-ioeff-flamegraph': '23 October 2025',
  'rocksdb-ioeff-model': '23 October 2025',
  'sb-pg-12-to-18-relqps': '13 October 2025',
  'sb-pg-17.6-to-18.0-relqps': '13 October 2025',
  'scaleup-mariadb-bins': '1 October 2025',
}

/** Columns with positions in the archive and in the page; our figures have the source once, in their head. */
const POSITION: ReadonlySet<string> = new Set(['table_id', 'source_file', 'source_line', 'post_date'])

const ofPosts = Object.entries(POSTS).map(
  ([name, day]): Figures => ({ name, source: post(day), read: () => readPost(name) }),
)

function readPost(name: string): FigureRow[] {
  const [header = '', ...lines] = readArchive(`published-tables/${name}.csv`).trim().split('\n')
  const names = splitCsv(header)
  return lines.map((line) =>
    Object.fromEntries(
      splitCsv(line)
        .map((value, at) => [names[at] ?? '', value] as const)
        .filter(([field]) => !POSITION.has(field)),
    ),
  )
}

/** Values that posts state in prose, by the id of the statement in the tests. */
const claims: Figures = {
  name: 'claims',
  source: post('2016 to 2025'),
  read() {
    const all: { id: string; numbers: unknown }[] = JSON.parse(readArchive('published-tables/claims.json'))
    return all.map(({ id, numbers }) => ({ id, numbers: JSON.stringify(numbers) }))
  },
}

/** Tables of QPS and of ratios with a legend of servers above them. */
const qpsTable = (directory: string, published: string, table: string): Figures => ({
  name: `${published.split('/')[2]}-${table}`,
  source: file(`${published}/${table}.tsv`),
  read() {
    const lines = readArchive(`fixtures/${directory}/${table}.tsv`).split('\n')
    const servers = lines.flatMap((line) => /^col-\d+ : (\S+)/.exec(line)?.[1] ?? [])
    return lines.flatMap((line): FigureRow[] => {
      const values = line.split('\t')
      const name = values.pop() ?? ''
      if (values.length === 0 || values[0]?.startsWith('col-')) return []
      return values.map((value, at) => ({ test: name, server: servers[at] ?? '', value }))
    })
  },
})

const SWEEP = 'mar25.pg.workmem.c48'
const sweep: Figures = {
  name: `${SWEEP}-qps.readonly.all`,
  source: file(`bench/arc/${SWEEP}/qps.readonly.all`),
  read() {
    let setting = ''
    return readArchive(`fixtures/sysbench-summary/${SWEEP}/qps.readonly.all`)
      .split('\n')
      .flatMap((line) => {
        setting = /^work_mem (\d+) MB/.exec(line)?.[1] ?? setting
        const [first = '', second = '', name] = line.split('\t')
        return name === undefined ? [] : [{ workmem: setting, test: name, second: first, third: second }]
      })
  },
}

/** Ratios of the metrics of each step at 48 clients to 1, in tables that lie below each other. */
const SCALE_UP = 'sep25.hetz.sb.scaleup'
const scaleUp: Figures = {
  name: `${SCALE_UP}-o.met`,
  source: file(`bench/arc/${SCALE_UP}/o.met.*`),
  read: () =>
    ['ma110803', 'pg180'].flatMap((server) =>
      readArchive(`fixtures/sysbench-scaleup/${SCALE_UP}/o.met.${server}.1u.48u`)
        .split('\n\n')
        .flatMap((table) => {
          const lines = table.trim().split('\n')
          const step = lines[0] ?? ''
          const metrics = lines.find((line) => line.startsWith('cpu/o'))?.split(/\t+/) ?? []
          const ratios = lines.at(-1)?.split(/\t+/) ?? []
          if (!step.startsWith('sb.met.')) return []
          return [
            { server, step, ...Object.fromEntries(metrics.slice(0, -1).map((one, at) => [one, ratios[at] ?? ''])) },
          ]
        }),
    ),
}

/** db_bench: QPS of each version of RocksDB divided by that of the first, for each compiler. */
const ARM = 'dec25.dbb.gcp.8core.arm'
const derived: Figures = {
  name: `${ARM}-csum`,
  source: file(`bench/arc/${ARM}/*/csum.*.csv`),
  read: () =>
    ['byrx', 'iobuf', 'iodir'].flatMap((workload) =>
      Object.entries({ gcc: 'gcc', clang: 'clang', 'clang.lto': 'clang+LTO' }).flatMap(([name, compiler]) => {
        const path = `fixtures/dbbench-summary/${ARM}/${workload}/csum.${workload}.${name}.csv`
        const [head = '', ...rows] = readArchive(path).trim().split('\n')
        const versions = head.split(',').filter((cell) => cell !== '')
        return rows.flatMap((row) => {
          const [test = '', ...values] = row.split(',').filter((cell) => cell !== '')
          return values.map((value, at) => ({ workload, compiler, test, version: versions[at + 1] ?? '', value }))
        })
      }),
    ),
}

/** Reports of the Insert Benchmark: throughput, ratios to the first row, and background rates with their targets. */
const REPORTS = ['24_03_17.1u.1tno.io.bee.some', '24_03_17.1u.1tno.io.bee.inno']
const reports: Figures = {
  name: 'mar24.ib.bee-report',
  source: 'Mark Callaghan, mdcallag.github.io/reports, two reports of 17 March 2024',
  read: () =>
    REPORTS.flatMap((report) =>
      ['tput', 'tputr', 'iput'].flatMap((table) => {
        const path = `fixtures/iibench-report/${report}/${table}.tab`
        const found = parseIibenchReport(readArchive(path), path).value?.tables[0]
        return (found?.rows ?? []).flatMap(({ tag, cells }) =>
          cells.map(({ text, mark }, at) => ({
            report: report.split('.').at(-1) ?? '',
            table,
            server: tag,
            step: found?.steps[at]?.name ?? '',
            target: String(found?.targets?.[at] ?? ''),
            mark: mark ?? '',
            value: text,
          })),
        )
      }),
    ),
}

export const FIGURES: readonly Figures[] = [
  ...ofPosts,
  claims,
  ...['qps.abs.all', 'qps.rel.all'].map((table) =>
    qpsTable('sysbench-raw/nov25.sb.mysql/dop1', 'bench/arc/nov25.sb.mysql/dop1', table),
  ),
  ...['qps.abs.my.ma.pg.latest', 'qps.rel.my.ma.pg.latest'].map((table) =>
    qpsTable('sysbench-summary/apr26.sb.hetz', 'bench/arc/apr26.sb.hetz', table),
  ),
  sweep,
  scaleUp,
  derived,
  reports,
]

function splitCsv(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
