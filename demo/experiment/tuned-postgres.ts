import pg from 'pg'
import { type EmbeddedPostgres, startPostgres } from '../../scripts/lib/postgres/start-postgres.ts'

const SETUP = `
  create table if not exists pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
  create table if not exists pgbench_history (aid int, delta int, mtime timestamp);
  truncate pgbench_accounts;
  insert into pgbench_accounts select n, n % 10, 0, md5(n::text) from generate_series(1, 200000) n;
  vacuum analyze pgbench_accounts;`

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
    await this.execute(['truncate pgbench_history', 'checkpoint'])
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
