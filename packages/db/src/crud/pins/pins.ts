import { idFrom } from '../../identity.ts'
import type { Statements, TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { rowTime } from '../notes/row-parts.ts'
import type { PinnedBase, PinQueries } from './pin-types.ts'

const PINNED = `
  select json_build_object('product', p.name, 'version', v.name, 'pinnedBy', b.pinned_by, 'pinnedAt', ${rowTime('b.pinned_at')}) as pinned
  from pinned_base b
  join product p on p.project_id = $1 and p.id = b.product_id
  join version v on v.project_id = $1 and v.id = b.version_id
  where b.project_id = $1 and p.name = $2`

export function pinQueries(scoped: TenantScope): PinQueries {
  const { projectId, by } = scoped
  return {
    find: (product) => findPinned(scoped, projectId, product),

    pin: (product, version) =>
      scoped.transaction(async (tx) => {
        const before = await findPinned(tx, projectId, product)
        const id = idFrom('pinned-base', product)
        const isDone =
          version === null
            ? await remove(tx, projectId, id)
            : await store(tx, projectId, { id, product, version, by: by.name })
        if (!isDone) return { commit: false, answer: version === null }
        await writeAudit(tx, projectId, by, {
          action: version === null ? 'pinned-base.removed' : 'pinned-base.saved',
          object: { kind: 'pinned-base', id, name: product },
          ...(before === null ? {} : { before: { version: before.version } }),
          ...(version === null ? {} : { after: { version } }),
        })
        return { commit: true, answer: true }
      }),
  }
}

async function findPinned(on: Statements, projectId: string, product: string): Promise<PinnedBase | null> {
  const { rows } = await on.query<{ pinned: PinnedBase }>(PINNED, [projectId, product])
  return rows[0]?.pinned ?? null
}

async function store(
  tx: Statements,
  projectId: string,
  { id, product, version, by }: { id: string; product: string; version: string; by: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into pinned_base (project_id, id, product_id, version_id, pinned_by)
     select $1, $2, p.id, v.id, $5 from product p join version v on v.project_id = $1 and v.product_id = p.id
     where p.project_id = $1 and p.name = $3 and v.name = $4
     on conflict (project_id, id) do update
       set version_id = excluded.version_id, pinned_by = excluded.pinned_by, pinned_at = current_timestamp`,
    [projectId, id, product, version, by],
  )
  return rowCount === 1
}

async function remove(tx: Statements, projectId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from pinned_base where project_id = $1 and id = $2', [projectId, id])
  return rowCount === 1
}
