import { type NewSavedComparison, SavedComparison } from '@assay/domain/findings/notes/saved-comparison'
import { idFrom } from '../../identity.ts'
import type { Statements, TenantScope } from '../../scope/tenant-scope.ts'
import type { ProjectQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { rowTime, sourceOf } from './row-parts.ts'

const COLUMNS = `json_build_object('id', id, 'slug', slug, 'title', title, 'study', study, 'query', query, 'about', about,
  'source', ${sourceOf}, 'tldr', tldr, 'createdAt', ${rowTime('created_at')}, 'updatedAt', ${rowTime('updated_at')})`

export function savedComparisonQueries(scoped: TenantScope): ProjectQueries['savedComparisons'] {
  const { projectId } = scoped
  const read = async (where: string, ...values: unknown[]): Promise<SavedComparison[]> => {
    const { rows } = await scoped.query<{ saved: unknown }>(
      `select ${COLUMNS} as saved from saved_comparison where project_id = $1 ${where} order by created_at, id`,
      [projectId, ...values],
    )
    return rows.map(({ saved }) => SavedComparison.parse(saved))
  }
  /** As it is now, kept so until the end. */
  const held = async (tx: Statements, slug: string): Promise<SavedComparison | undefined> => {
    const { rows } = await tx.query<{ saved: unknown }>(
      `select ${COLUMNS} as saved from saved_comparison where project_id = $1 and slug = $2 for update`,
      [projectId, slug],
    )
    return rows[0] === undefined ? undefined : SavedComparison.parse(rows[0].saved)
  }
  return {
    list: () => read(''),
    async find(slug) {
      const [found] = await read('and slug = $2', slug)
      return found ?? null
    },
    async save(slug, comparison, { replace }) {
      const id = idFrom('saved-comparison', slug)
      return scoped.transaction(async (tx) => {
        const before = await held(tx, slug)
        const text = `${INSERT} ${replace ? REPLACE : 'do nothing'}`
        const { rowCount } = await tx.query(text, [projectId, id, slug, ...fields(comparison)])
        const after = await held(tx, slug)
        if (rowCount !== 1 || after === undefined) return { commit: false, answer: null }
        const action = 'saved-comparison.saved'
        await writeAudit(tx, projectId, scoped.by, { action, object: named(after), before, after })
        return { commit: true, answer: after }
      })
    },
    async remove(slug) {
      return scoped.transaction(async (tx) => {
        const before = await held(tx, slug)
        if (before === undefined) return { commit: false, answer: false }
        await tx.query('delete from saved_comparison where project_id = $1 and slug = $2', [projectId, slug])
        const action = 'saved-comparison.removed'
        await writeAudit(tx, projectId, scoped.by, { action, object: named(before), before })
        return { commit: true, answer: true }
      })
    },
  }
}

const named = ({ slug, title }: SavedComparison) => ({ kind: 'saved comparison', id: slug, name: title })

const fields = ({ title, study, query, about, source, tldr }: NewSavedComparison) => [
  title,
  study ?? null,
  query,
  about ?? null,
  source?.name ?? null,
  source?.url ?? null,
  tldr ?? null,
]

const INSERT = `
  insert into saved_comparison (project_id, id, slug, title, study, query, about, source_name, source_url, tldr)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (project_id, slug)`

const REPLACE = `do update set title = excluded.title, study = excluded.study, query = excluded.query,
  about = excluded.about, source_name = excluded.source_name, source_url = excluded.source_url, tldr = excluded.tldr,
  updated_at = current_timestamp`
