import { sysbenchOutput } from './sysbench-output-text.ts'

export type Row = Partial<Record<'build' | 'config' | 'machine' | 'repeat' | 'test' | 'clients' | 'params', string>> & {
  product: string
  version: string
}

export const row = ({ product, version, build = '', config = 'unknown', machine = 'box1', ...of }: Row): string => {
  const { repeat = '1', test = 'oltp_insert', clients = '40', params = '{}' } = of
  return [product, version, build, config, machine, repeat, test, clients, params].join('|')
}

export const sysbench = (path: string, at: number, threads = 40) => ({
  path,
  text: sysbenchOutput({ threads, qps: 1_000 + 7 * at }),
})

export const pgbench = (path: string, at: number, clients = 8, server = '') => ({
  path,
  text: `${server === '' ? '' : `pgbench (${server})\n`}transaction type: <builtin: TPC-B (sort of)>
scaling factor: 100
query mode: simple
number of clients: ${clients}
number of threads: ${clients}
duration: 60 s
number of transactions actually processed: ${60_000 + 60 * at}
latency average = ${((clients * 1_000) / (1_000 + at)).toFixed(3)} ms
tps = ${1_000 + at}.000000 (without initial connection time)
`,
})

export const outputs = (paths: readonly string[], threads = 40) => paths.map((path, at) => sysbench(path, at, threads))

export const BOX = 'hardware=box1'
export const pg = (version: string, more: Partial<Row> = {}) => row({ product: 'PostgreSQL', version, ...more })
export const my = (version: string, more: Partial<Row> = {}) => row({ product: 'MySQL', version, ...more })

/** sysbench output of one insert test in each folder. */
export const insertOf = (folders: readonly string[]) => outputs(folders.map((folder) => `${folder}/oltp_insert.log`))

/** pgbench output of TPC-B in each folder. */
export const tpcbOf = (folders: readonly string[]) => folders.map((folder, at) => pgbench(`${folder}/tpcb.log`, at))

export const params = (values: object) => ({ params: JSON.stringify(values) })

/** Row of a result of TPC-B by `pgbench`; `own` are the parameters besides those that its output states. */
export const tpcb = (version: string, own: object = {}, more: object = {}) =>
  pg(version, {
    test: 'tpcb-like',
    clients: '8',
    params: JSON.stringify({ ...own, scale: 100, query_mode: 'simple' }),
    ...more,
  })
