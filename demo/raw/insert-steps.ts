import pg from 'pg'

// One client of a small Insert Benchmark, whose steps are those of the benchmark and whose report has its form:
//   node insert-steps.ts STEP SECONDS_OR_ROWS, such as l.i0 200000 or qr100 12, with PGHOST, PGPORT and PGUSER.
// This program is not iibench.py. It writes the report to its output.

const [step = '', amount = ''] = process.argv.slice(2)
const [, kind = '', digits = ''] = /^(l\.i|l\.x|qr|qp)(\d*)$/.exec(step) ?? []
if (kind === '' || !/^\d+$/.test(amount)) throw new Error('usage: node insert-steps.ts l.i0|l.x|l.i1|l.i2|qr100|qp100 AMOUNT')

/** Rows of a transaction by step. */
const ROWS: Readonly<Record<string, number>> = { 'l.i0': 5, 'l.i1': 4, 'l.i2': 1 }
const BUCKETS_US = [256, 1e3, 4e3, 16e3, 64e3, 256e3, 1e6, 4e6, 16e6]
const NAMES = ['256us', '1ms', '4ms', '16ms', '64ms', '256ms', '1s', '4s', '16s', 'gt']
const PRODUCTS = 10_000
const CUSTOMERS = 100_000

const connect = async () => {
  const client = new pg.Client({ database: 'postgres' })
  await client.connect()
  return client
}
const now = () => performance.now() * 1_000

/** Counts and longest response of one kind of statement, in the interval and since the start. */
class Responses {
  readonly counts = NAMES.map(() => 0)
  maxUs = 0
  maxOfInterval = 0
  /** Rows that were written, or queries. */
  total = 0
  before = 0

  add(us: number, size: number): void {
    const bucket = BUCKETS_US.findIndex((limit) => us <= limit)
    const at = bucket === -1 ? NAMES.length - 1 : bucket
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.maxUs = Math.max(this.maxUs, us)
    this.maxOfInterval = Math.max(this.maxOfInterval, us)
    this.total += size
  }

  /** Count and longest response of the interval that ends now. */
  endInterval(): { count: number; maxUs: number } {
    const ended = { count: this.total - this.before, maxUs: Math.round(this.maxOfInterval) }
    this.before = this.total
    this.maxOfInterval = 0
    return ended
  }

  report(name: string): string[] {
    const cells = [...this.counts.map(String), (this.maxUs / 1e6).toFixed(6)]
    return [
      `${name} rt: ${[...NAMES, 'max'].map((cell) => cell.padStart(9)).join(' ')}`,
      `${name} rt: ${cells.map((cell) => cell.padStart(9)).join(' ')}`,
      '',
    ]
  }
}

const inserts = new Responses()
const deletes = new Responses()
const queries = new Responses()
const random = (limit: number) => Math.floor(Math.random() * limit)

async function timed(responses: Responses, size: number, run: () => Promise<unknown>): Promise<void> {
  const start = now()
  await run()
  responses.add(now() - start, size)
}

const COLUMNS = ['cash_register', 'customer', 'product', 'price'] as const

async function insertRows(client: pg.Client, rows: number): Promise<void> {
  const values = Array.from({ length: rows }, () => [random(1_000), random(CUSTOMERS), random(PRODUCTS), random(100_000)])
  const places = values.map((_, row) => `(${COLUMNS.map((_, i) => `$${row * COLUMNS.length + i + 1}`).join(', ')})`)
  const text = `insert into purchases (${COLUMNS.join(', ')}) values ${places.join(', ')}`
  await timed(inserts, rows, () => client.query({ name: `insert${rows}`, text, values: values.flat() }))
}

let oldest = 0

/** Deletes as many of the oldest rows as were inserted, so that the table keeps its size. */
async function deleteRows(client: pg.Client, rows: number): Promise<void> {
  const text = 'delete from purchases where id > $1 and id <= $2'
  await timed(deletes, rows, () => client.query({ name: 'delete', text, values: [oldest, oldest + rows] }))
  oldest += rows
}

const RANGE = `select price, customer from purchases where price >= $1 order by price, customer limit 10`
const POINT = 'select product, price from purchases where id = $1'

const started = now()
const secondsSinceStart = () => (now() - started) / 1e6
let intervalAt = 0

/** Prints a line for the interval since the last one, once it is a second long. */
function reportInterval(isLast = false): void {
  const seconds = secondsSinceStart()
  const interval = seconds - intervalAt
  if (interval < 1 && !(isLast && interval > 0.05)) return
  intervalAt = seconds
  const all = [inserts, deletes, queries]
  const ended = all.map((one) => one.endInterval())
  const rates = all.flatMap(({ total }, i) => [(ended[i]?.count ?? 0) / interval, total / seconds].map(Math.round))
  const maxima = ended.map(({ maxUs }) => maxUs)
  console.log([interval.toFixed(1), seconds.toFixed(1), ...rates, ...maxima, ...all.map(({ total }) => total), 0, 0, 0].join('\t'))
}

async function load(): Promise<void> {
  const client = await connect()
  const rows = ROWS[step] ?? 100
  while (inserts.total < Number(amount)) {
    await insertRows(client, rows)
    if (step !== 'l.i0') await deleteRows(client, rows)
    reportInterval()
  }
  await client.end()
}

async function createIndexes(): Promise<void> {
  const client = await connect()
  const start = now()
  for (const columns of ['price, customer', 'cash_register, price, customer', 'product, price, customer'])
    await client.query(`create index on purchases (${columns})`)
  console.log(`Created secondary indexes in ${((now() - start) / 1e6).toFixed(1)} seconds`)
  await client.end()
}

/** Queries as fast as possible, while another connection inserts and deletes rows at a fixed rate. */
async function queryWhileWriting(rate: number): Promise<void> {
  const [reader, writer] = [await connect(), await connect()]
  const { rows } = await reader.query('select max(id)::int as id from purchases')
  const newest: number = rows[0]?.id ?? 1
  const end = started + Number(amount) * 1e6
  const write = async () => {
    const batch = Math.max(1, Math.round(rate / 10))
    for (let at = 1; now() < end; at++) {
      await insertRows(writer, batch)
      await deleteRows(writer, batch)
      const wait = started + at * 1e5 - now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait / 1_000))
    }
  }
  const read = async () => {
    const isRange = kind === 'qr'
    while (now() < end) {
      const value = isRange ? random(100_000) : oldest + 1 + random(newest - oldest)
      const query = { name: kind, text: isRange ? RANGE : POINT, values: [value] }
      await timed(queries, 1, () => reader.query(query))
      reportInterval()
    }
  }
  await Promise.all([write(), read()])
  await Promise.all([reader.end(), writer.end()])
}

console.log(`node insert-steps.ts ${step} ${amount} (not iibench.py)`)
const heads = ['ips', 'dps', 'qps'].flatMap((rate) => [`i_${rate}`, `t_${rate}`])
const totals = ['max_i', 'max_d', 'max_q', 't_ins', 't_del', 't_query', 'retry_i', 'retry_d', 'retry_q']
console.log(['i_sec', 't_sec', ...heads, ...totals].join('\t'))
if (step !== 'l.i0') {
  const client = await connect()
  const { rows } = await client.query('select coalesce(min(id), 1)::int - 1 as id from purchases')
  oldest = rows[0]?.id ?? 0
  await client.end()
}
if (kind === 'l.x') await createIndexes()
else if (kind === 'l.i') await load()
else await queryWhileWriting(Number(digits))
reportInterval(true)
console.log('')
for (const [name, responses] of [['Insert', inserts], ['Delete', deletes], ['Query', queries]] as const)
  if (responses.total > 0) console.log(responses.report(name).join('\n'))
const seconds = secondsSinceStart()
const rate = (inserts.total / seconds).toFixed(1)
console.log(`Totals: ${seconds.toFixed(1)} secs, ${rate} rows/sec, ${inserts.total} rows, 0 0 0 insert-delete-query retry`)
console.log('Done')
