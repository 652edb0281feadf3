import pg from 'pg'
import { type EmbeddedPostgres, startPostgres } from '../../scripts/lib/postgres/start-postgres.ts'

const SETUP = `
  create table if not exists orders (id int primary key, customer int not null, amount int not null, note text not null);
  create table if not exists closed_accounts (customer int not null);
  insert into orders select n, 1 + (n * 48271::bigint) % 50000, (n * 16807::bigint) % 10007, md5(n::text)
    from generate_series(1, 200000) n;
  insert into closed_accounts select 1000000 + n from generate_series(1, 20000) n;
  create index on orders (customer);
  vacuum analyze`

/** A Postgres of its own whose settings are changed between runs. */
export class TunedPostgres {
  private running: EmbeddedPostgres
  private readonly dataDir: string

  private constructor(dataDir: string, running: EmbeddedPostgres) {
    this.dataDir = dataDir
    this.running = running
  }

  static async start(dataDir: string, port: number): Promise<TunedPostgres> {
    const postgres = new TunedPostgres(dataDir, await startPostgres({ dataDir, port, database: 'bench' }))
    await postgres.execute(SETUP.split(';'))
    return postgres
  }

  /** The variables of libpq. */
  get environment(): Record<string, string> {
    const { hostname, port, username, password, pathname } = new URL(this.running.url)
    return { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: pathname.slice(1) }
  }

  get url(): string {
    return this.running.url
  }

  /** Restarts with exactly these settings besides the defaults, on the same port. */
  async restart(settings: Readonly<Record<string, string>>): Promise<void> {
    const set = Object.entries(settings).map(([name, value]) => `alter system set ${name} = '${value}'`)
    await this.execute(['alter system reset all', ...set])
    const { port } = this.running
    await this.running.stop()
    this.running = await startPostgres({ dataDir: this.dataDir, port, database: 'bench' })
    // Every run begins with the same pages in memory.
    await this.execute([
      'checkpoint',
      'select count(*), sum(amount) from orders',
      'select count(*) from closed_accounts',
    ])
  }

  stop(): Promise<void> {
    return this.running.stop()
  }

  private async execute(statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.running.url })
    await client.connect()
    try {
      for (const statement of statements) if (statement.trim() !== '') await client.query(statement)
    } finally {
      await client.end()
    }
  }
}
