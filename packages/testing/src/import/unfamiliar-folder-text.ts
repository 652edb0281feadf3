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
