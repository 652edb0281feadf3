import { versionSortKey } from '@assay/domain/run/compare-versions'
import { withClient } from './with-client.ts'

/**
 * Changes of stored history that the product does not offer but a restore or a migration may cause; for tests of older
 * snapshots.
 */
export const rewriteHistory = {
  async deleteRun(url: string, runId: string): Promise<void> {
    await withClient(url, async (client) => {
      const below = async (parent: string) =>
        (await client.query<{ name: string; key: string }>(BELOW, [parent])).rows.filter(
          ({ name }) => name !== 'result',
        )
      for (const { name, key } of await below('result')) {
        await client.query(`delete from ${name} where ${key} in (select id from result where run_id = $1)`, [runId])
      }
      for (const { name, key } of await below('run')) {
        await client.query(`delete from ${name} where ${key} = $1`, [runId])
      }
      await client.query('delete from result where run_id = $1', [runId])
      await client.query('delete from run where id = $1', [runId])
    })
  },

  /** Changes a character of a frozen figure, as a disk error can. */
  async tamperWithFigure(url: string, sha256: string): Promise<void> {
    await withClient(url, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        `update report_figure set content = replace(content, '"format":1', '"format":2') where sha256 = $1`,
        [sha256],
      )
    })
  },

  /** Changes one character of a frozen figure; a second call restores it. */
  async flipByte(url: string, sha256: string, at: number): Promise<void> {
    await withClient(url, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        `update report_figure
         set content = overlay(content placing chr(ascii(substr(content, $2::int + 1, 1)) # 1) from $2::int + 1 for 1)
         where sha256 = $1`,
        [sha256, at],
      )
    })
  },

  /** Deletes a frozen figure, as a bad restore can. */
  async dropFigure(url: string, sha256: string): Promise<void> {
    await withClient(url, (client) => client.query('delete from report_figure where sha256 = $1', [sha256]))
  },

  /** Assigns the run to the build of another run. */
  async moveRun(url: string, runId: string, like: string): Promise<void> {
    await withClient(url, (client) =>
      client.query('update run set build_id = (select build_id from run where id = $2) where id = $1', [runId, like]),
    )
  },

  /** Renames a product, a version or a machine with this name. */
  async rename(
    url: string,
    what: { product: string; version?: string } | { hardware: string },
    to: string,
  ): Promise<void> {
    await withClient(url, async (client) => {
      if ('hardware' in what) await client.query('update hardware set name = $2 where name = $1', [what.hardware, to])
      else if (what.version === undefined)
        await client.query('update product set name = $2 where name = $1', [what.product, to])
      else
        await client.query(
          `update version v set name = $3, sort_key = $4 from product p
           where p.project_id = v.project_id and p.id = v.product_id and p.name = $1 and v.name = $2`,
          [what.product, what.version, to, versionSortKey(to)],
        )
    })
  },
}

/** Foreign keys have two columns, the first of which is the project. */
const BELOW = `
  select c.conrelid::regclass::text as name, a.attname::text as key
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.contype = 'f' and c.confrelid = $1::regclass`
