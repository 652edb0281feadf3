import { ReportContent } from '@assay/domain/publish/report/report-content'
import { z } from 'zod'
import { rowTime } from '../notes/row-parts.ts'

// Rows of reports as JSON that Postgres makes, and the schemas that read it.

const CONTENT = `json_build_object('title', title, 'tldr', tldr, 'text', text)`

export const COPY_JSON = `json_build_object('id', id, 'content', ${CONTENT}, 'basedOn', based_on,
  'keptAt', ${rowTime('kept_at')}, 'author', author_name)`

export const VERSION_SUMMARY_JSON = `json_build_object('id', id, 'number', number, 'title', title,
  'authors', to_json(authors), 'note', note, 'madeAt', ${rowTime('made_at')}, 'madeBy', made_by_name)`

/** Of the versions joined to their reports. */
export const VERSION_JSON = `json_build_object('id', v.id, 'reportId', v.report_id, 'slug', r.slug, 'number', v.number,
  'title', v.title, 'authors', to_json(v.authors), 'note', v.note, 'madeAt', ${rowTime('v.made_at')},
  'madeBy', v.made_by_name, 'snapshotIds', to_json(v.snapshot_ids),
  'content', json_build_object('title', v.title, 'tldr', v.tldr, 'text', v.text))`

export const REPORT_JSON = `json_build_object('id', r.id, 'slug', r.slug,
  'content', json_build_object('title', r.title, 'tldr', r.tldr, 'text', r.text),
  'revision', r.revision, 'authors', to_json(r.authors), 'createdAt', ${rowTime('r.created_at')},
  'savedAt', ${rowTime('r.saved_at')}, 'savedBy', r.saved_by_name,
  'versions', coalesce((
    select json_agg(${VERSION_SUMMARY_JSON} order by number desc) from report_version
    where project_id = r.project_id and report_id = r.id), '[]'),
  'copies', coalesce((
    select json_agg(${COPY_JSON} order by kept_at, id) from report_copy
    where project_id = r.project_id and report_id = r.id), '[]'))`

const VersionSummaryRow = z.object({
  id: z.uuid(),
  number: z.int(),
  title: z.string(),
  authors: z.array(z.string()),
  note: z.string().nullable(),
  madeAt: z.string(),
  madeBy: z.string(),
})

export const VersionRow = VersionSummaryRow.extend({
  reportId: z.uuid(),
  slug: z.string(),
  content: ReportContent,
  snapshotIds: z.array(z.uuid()),
})

const CopyRow = z.object({
  id: z.uuid(),
  content: ReportContent,
  basedOn: z.int(),
  keptAt: z.string(),
  author: z.string(),
})

export const ReportRow = z.object({
  id: z.uuid(),
  slug: z.string(),
  content: ReportContent,
  revision: z.int(),
  authors: z.array(z.string()),
  createdAt: z.string(),
  savedAt: z.string(),
  savedBy: z.string(),
  versions: z.array(VersionSummaryRow),
  copies: z.array(CopyRow),
})

export const SummaryRow = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  tldr: z.string(),
  text: z.string(),
  authors: z.array(z.string()),
  version: z.int(),
  updatedAt: z.string(),
})
export type SummaryRow = z.infer<typeof SummaryRow>
