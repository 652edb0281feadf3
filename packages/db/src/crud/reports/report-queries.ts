import { randomUUID } from 'node:crypto'
import { headingsOf } from '@assay/domain/publish/report/report-text'
import { invariant } from '@assay/domain/result'
import { isUuid } from '../../is-uuid.ts'
import type { Statements, TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { rowTime } from '../notes/row-parts.ts'
import { REPORT_JSON, ReportRow, SummaryRow, VERSION_JSON, VersionRow } from './report-rows.ts'
import type { Report, ReportQueries, ReportSummary, ReportVersion } from './report-types.ts'
import { saveReport } from './save-report.ts'
import { keepFigures, readFigures } from './stored-figures.ts'

export function reportQueries(scoped: TenantScope): ReportQueries {
  const { projectId, by } = scoped
  return {
    async list({ drafts } = { drafts: false }) {
      const { rows } = await scoped.query<{ report: unknown }>(drafts ? LIST_DRAFTS : LIST_VERSIONS, [projectId])
      return rows.map(({ report }) => summaryOf(SummaryRow.parse(report)))
    },
    find: (slug) => readReport(scoped, projectId, slug),
    create: (slug, content) =>
      scoped.transaction<Report | null>(async (tx) => {
        const { rowCount } = await tx.query(CREATE, [
          ...[projectId, randomUUID(), slug, content.title, content.tldr, content.text],
          ...[by.kind, by.id, by.name],
        ])
        if (rowCount !== 1) return { commit: false, answer: null }
        const answer = await readReport(tx, projectId, slug)
        const object = { kind: 'report', id: answer?.id ?? null, name: content.title }
        await writeAudit(tx, projectId, by, { action: 'report.created', object })
        return { commit: true, answer }
      }),
    save: (slug, content, revision) => saveReport(scoped, { slug, content, revision }),
    async removeCopy(slug, id) {
      if (!isUuid(id)) return false
      return scoped.transaction<boolean>(async (tx) => {
        const { rows } = await tx.query<{ id: string; title: string; text: string; author: string }>(REMOVE_COPY, [
          ...[projectId, slug, id],
        ])
        const [removed] = rows
        if (removed === undefined) return { commit: false, answer: false }
        const { title, text, author } = removed
        const object = { kind: 'report', id: removed.id, name: title }
        await writeAudit(tx, projectId, by, { action: 'report.copy-removed', object, before: { author, text } })
        return { commit: true, answer: true }
      })
    },
    addVersion: (slug, { revision, note, figures }) =>
      scoped.transaction<ReportVersion | 'changed' | null>(async (tx) => {
        const { rows } = await tx.query<{ id: string; revision: number; title: string }>(
          'select id, revision, title from report where project_id = $1 and slug = $2 for update',
          [projectId, slug],
        )
        const [report] = rows
        if (report === undefined) return { commit: false, answer: null }
        if (report.revision !== revision) return { commit: false, answer: 'changed' }
        const id = randomUUID()
        const snapshotIds = await keepFigures(tx, projectId, figures)
        await tx.query(ADD_VERSION, [projectId, report.id, id, note, by.name, snapshotIds])
        const answer = await readVersion(tx, 'v.id = $2', [projectId, id])
        const after = { number: answer?.number, note, figures: figures.map(({ sha256 }) => sha256) }
        const object = { kind: 'report', id: report.id, name: report.title }
        await writeAudit(tx, projectId, by, { action: 'report.version-made', object, after })
        return { commit: true, answer }
      }),
    findVersion: (slug, number) =>
      number === undefined
        ? readVersion(scoped, 'r.slug = $2', [projectId, slug])
        : readVersion(scoped, 'r.slug = $2 and v.number = $3', [projectId, slug, number]),
    findVersionById: async (id) => (isUuid(id) ? readVersion(scoped, 'v.id = $2', [projectId, id]) : null),
    async figures({ snapshotIds }) {
      return (await readFigures(scoped, projectId, snapshotIds)).map((figure) => {
        invariant(figure !== null, 'figures are kept in the transaction of their version')
        return figure
      })
    },
    remove: (slug) =>
      scoped.transaction<'removed' | 'has-versions' | null>(async (tx) => {
        // A version that is made meanwhile waits, and then finds no report.
        await tx.query('select from report where project_id = $1 and slug = $2 for update', [projectId, slug])
        const report = await readReport(tx, projectId, slug)
        if (report === null) return { commit: false, answer: null }
        if (report.versions.length > 0) return { commit: false, answer: 'has-versions' }
        await tx.query('delete from report where project_id = $1 and slug = $2', [projectId, slug])
        const object = { kind: 'report', id: report.id, name: report.content.title }
        await writeAudit(tx, projectId, by, { action: 'report.removed', object, before: report.content })
        return { commit: true, answer: 'removed' }
      }),
  }
}

async function readReport(from: Statements, projectId: string, slug: string): Promise<Report | null> {
  const { rows } = await from.query<{ report: unknown }>(
    `select ${REPORT_JSON} as report from report r where r.project_id = $1 and r.slug = $2`,
    [projectId, slug],
  )
  return rows[0] === undefined ? null : ReportRow.parse(rows[0].report)
}

/** The newest of those. */
async function readVersion(from: Statements, where: string, values: unknown[]): Promise<ReportVersion | null> {
  const { rows } = await from.query<{ version: unknown }>(
    `select ${VERSION_JSON} as version
     from report_version v join report r on r.project_id = v.project_id and r.id = v.report_id
     where v.project_id = $1 and ${where} order by v.number desc limit 1`,
    values,
  )
  return rows[0] === undefined ? null : VersionRow.parse(rows[0].version)
}

function summaryOf({ tldr, text, ...row }: SummaryRow): ReportSummary {
  const [first = ''] = tldr.split('\n').filter((line) => line.trim() !== '')
  const about = first.replace(/^\s*[-*•]\s+/, '')
  return { ...row, about, headings: headingsOf(text), state: row.version === 0 ? 'draft' : 'version' }
}

const listOf = (shown: 'r' | 'v', at: string, versions: string) => `
  select json_build_object('id', r.id, 'slug', r.slug, 'title', ${shown}.title, 'tldr', ${shown}.tldr,
    'text', ${shown}.text, 'authors', to_json(${shown}.authors), 'version', coalesce(v.number, 0),
    'updatedAt', ${rowTime(at)}) as report
  from report r ${versions} join lateral (
    select title, tldr, text, authors, number, made_at from report_version
    where project_id = r.project_id and report_id = r.id order by number desc limit 1) v on true
  where r.project_id = $1 order by ${at} desc, r.id`

const LIST_VERSIONS = listOf('v', 'v.made_at', '')
const LIST_DRAFTS = listOf('r', 'greatest(r.saved_at, v.made_at)', 'left')

const CREATE = `
  insert into report (project_id, id, slug, title, tldr, text, revision, authors, saved_by_kind, saved_by_id, saved_by_name)
  values ($1, $2, $3, $4, $5, $6, 1, array[$9::text], $7, $8, $9)
  on conflict (project_id, slug) do nothing`

const REMOVE_COPY = `
  delete from report_copy c using report r
  where c.project_id = $1 and r.project_id = $1 and r.id = c.report_id and r.slug = $2 and c.id = $3
  returning r.id, c.title, c.text, c.author_name as author`

const ADD_VERSION = `
  insert into report_version (project_id, id, report_id, number, title, tldr, text, authors, note, made_by_name, snapshot_ids)
  select r.project_id, $3, r.id,
    1 + coalesce((select max(number) from report_version v where v.project_id = r.project_id and v.report_id = r.id), 0),
    r.title, r.tldr, r.text, r.authors, $4, $5, $6::uuid[]
  from report r where r.project_id = $1 and r.id = $2`
