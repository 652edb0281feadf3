import { KnownBug, type NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { idFrom } from '../../identity.ts'
import type { Statements, TenantScope } from '../../scope/tenant-scope.ts'
import type { ProjectQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { rowTime, sourceOf } from './row-parts.ts'

/** Columns of a known bug as JSON, for statements that read it beside something else. */
export const KNOWN_BUG_JSON = `json_build_object('id', id, 'slug', slug, 'bug', bug, 'product', product, 'title', title,
  'about', about, 'link', link, 'affectedFrom', affected_from, 'fixedIn', fixed_in, 'tests', tests, 'workloads', workloads,
  'source', ${sourceOf}, 'createdAt', ${rowTime('created_at')}, 'updatedAt', ${rowTime('updated_at')})`

export function knownBugQueries(scoped: TenantScope): ProjectQueries['knownBugs'] {
  const { projectId } = scoped
  const read = async (where: string, ...values: unknown[]): Promise<KnownBug[]> => {
    const { rows } = await scoped.query<{ found: unknown }>(
      `select ${KNOWN_BUG_JSON} as found from known_bug where project_id = $1 ${where} order by product, bug, id`,
      [projectId, ...values],
    )
    return rows.map(({ found }) => KnownBug.parse(found))
  }
  /** As it is now, kept so until the end. */
  const held = async (tx: Statements, slug: string): Promise<KnownBug | undefined> => {
    const { rows } = await tx.query<{ found: unknown }>(
      `select ${KNOWN_BUG_JSON} as found from known_bug where project_id = $1 and slug = $2 for update`,
      [projectId, slug],
    )
    return rows[0] === undefined ? undefined : KnownBug.parse(rows[0].found)
  }
  return {
    list: () => read(''),
    async find(slug) {
      const [found] = await read('and slug = $2', slug)
      return found ?? null
    },
    async save(bug) {
      const slug = slugOf(`${bug.product} ${bug.bug}`, 'bug')
      const id = idFrom('known-bug', slug)
      return scoped.transaction(async (tx) => {
        const before = await held(tx, slug)
        await tx.query(SAVE, [projectId, id, slug, ...fields(bug)])
        const saved = await held(tx, slug)
        if (saved === undefined) throw new Error(`known bug ${slug} was not stored`)
        await writeAudit(tx, projectId, scoped.by, {
          action: 'known-bug.saved',
          object: named(saved),
          before,
          after: saved,
        })
        return { commit: true, answer: saved }
      })
    },
    async remove(slug) {
      return scoped.transaction(async (tx) => {
        const before = await held(tx, slug)
        if (before === undefined) return { commit: false, answer: false }
        await tx.query('delete from known_bug where project_id = $1 and slug = $2', [projectId, slug])
        await writeAudit(tx, projectId, scoped.by, { action: 'known-bug.removed', object: named(before), before })
        return { commit: true, answer: true }
      })
    },
  }
}

const named = ({ slug, product, bug }: KnownBug) => ({ kind: 'known bug', id: slug, name: `${product} ${bug}` })

const fields = (bug: NewKnownBug) => [
  bug.bug,
  bug.product,
  bug.title,
  bug.about ?? null,
  bug.link ?? null,
  bug.affectedFrom ?? null,
  bug.fixedIn ?? null,
  bug.tests,
  bug.workloads,
  bug.source?.name ?? null,
  bug.source?.url ?? null,
]

const SAVE = `
  insert into known_bug (project_id, id, slug, bug, product, title, about, link, affected_from, fixed_in, tests,
    workloads, source_name, source_url)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict (project_id, slug) do update set bug = excluded.bug, product = excluded.product, title = excluded.title,
    about = excluded.about, link = excluded.link, affected_from = excluded.affected_from, fixed_in = excluded.fixed_in,
    tests = excluded.tests, workloads = excluded.workloads, source_name = excluded.source_name,
    source_url = excluded.source_url, updated_at = current_timestamp`
