import type { AuditChain, AuditPage, AuditQuery } from '@assay/db/types'
import { ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { auditCsv } from '../audit/audit-csv.ts'
import { exportAudit } from '../audit/audit-export.ts'
import { AuditInput, parseAuditInput } from '../audit/audit-input.ts'
import { StreamAnswer, StreamInput, streamAudit } from '../audit/stream-audit.ts'
import type { AppError, AppErrorCode } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { OrganizationSlug, organizationFor } from '../organizations/organization-access.ts'
import { type RestCall, type RestRoute, restRoute } from './route.ts'

/** The audit log of a project or an organization, for a caller who may read it. */
type AuditLog = { name: string; list: (query: AuditQuery) => Promise<AuditPage>; chain: AuditChain }

/** The logs that have routes: where their address is, and who may read them. */
type LogRoutes<Path extends z.ZodObject> = {
  /** `Project` or `Organization`, as in the operationId. */
  noun: string
  path: string
  pathSchema: Path
  /** Completes a summary. */
  of: string
  errors: readonly AppErrorCode[]
  open(call: RestCall<z.infer<Path>>): Promise<Result<AuditLog, AppError>>
}

const ofProject: LogRoutes<z.ZodObject<{ project: typeof ProjectKey }>> = {
  noun: 'Project',
  path: '/api/v1/projects/{project}',
  pathSchema: z.object({ project: ProjectKey }),
  of: 'of a project, for its maintainers and tokens with the scope audit',
  errors: ['token-missing', 'token-unknown', 'scope-missing', 'role-missing', 'not-found', 'query-invalid'],
  async open({ services, caller, path }) {
    const access = await projectFor(services, caller, path.project, 'audit')
    if (!access.ok) return access
    const { list, chain } = access.value.queries.audit
    return ok({ name: path.project, list, chain })
  },
}

const ofOrganization: LogRoutes<z.ZodObject<{ organization: typeof OrganizationSlug }>> = {
  noun: 'Organization',
  path: '/api/v1/organizations/{organization}',
  pathSchema: z.object({ organization: OrganizationSlug }),
  of: 'of an organization, for its maintainers',
  errors: ['token-missing', 'token-unknown', 'role-missing', 'not-found', 'query-invalid'],
  async open({ services, caller, path }) {
    const access = await organizationFor(services, caller, path.organization, 'manage')
    if (!access.ok) return access
    const { id } = access.value.organization
    const { events, auditChain } = services.db.organizations
    return ok({ name: path.organization, list: (query) => events(id, query), chain: auditChain(id) })
  },
}

const fileResponse = (body: ReadableStream<Uint8Array>, name: string, mediaType: string) =>
  new Response(body, {
    headers: { 'content-type': mediaType, 'content-disposition': `attachment; filename="${name}"` },
  })

const csvRoute = <Path extends z.ZodObject>({ noun, path, pathSchema, of, errors, open }: LogRoutes<Path>) =>
  restRoute({
    method: 'get',
    path: `${path}/audit.csv`,
    operationId: `export${noun}Audit`,
    limit: 'export',
    summary: `Audit log ${of}`,
    access: 'upload',
    pathSchema,
    querySchema: AuditInput.omit({ after: true }).strict(),
    answers: [{ status: 200, description: 'A line for each change, the newest first', mediaType: 'text/csv' }],
    errors,
    async handle(call) {
      const log = await open(call)
      if (!log.ok) return problemResponse(log.error)
      const body = auditCsv(log.value.list, parseAuditInput(call.query).filters)
      return fileResponse(body, `${log.value.name}-audit.csv`, 'text/csv; charset=utf-8')
    },
  })

const signedRoute = <Path extends z.ZodObject>({ noun, path, pathSchema, of, errors, open }: LogRoutes<Path>) =>
  restRoute({
    method: 'get',
    path: `${path}/audit.jsonl`,
    operationId: `exportSigned${noun}Audit`,
    limit: 'export',
    summary: `Signed audit log ${of}`,
    description:
      'The whole log as JSON lines: a header, the entries in the order of their hash chain, and the signature of the newest one. `assay verify-audit-export FILE` verifies it.',
    access: 'upload',
    pathSchema,
    answers: [{ status: 200, description: 'Entries, the oldest first', mediaType: 'application/jsonl' }],
    errors,
    async handle(call) {
      const log = await open(call)
      if (!log.ok) return problemResponse(log.error)
      const { auditSigner, now } = call.services
      const body = exportAudit(log.value.chain, auditSigner, now())
      return fileResponse(body, `${log.value.name}-audit.jsonl`, 'application/jsonl')
    },
  })

const streamRoute = <Path extends z.ZodObject>({ noun, path, pathSchema, of, errors, open }: LogRoutes<Path>) =>
  restRoute({
    method: 'get',
    path: `${path}/audit`,
    operationId: `stream${noun}Audit`,
    summary: `New entries of the audit log ${of}`,
    description:
      'Entries after the sequence number `after`, the oldest first. With `wait`, the answer comes with the next change, or empty after so many seconds. Send `next` as `after` of the next request; no entry is left out.',
    access: 'upload',
    pathSchema,
    querySchema: StreamInput,
    answers: [{ status: 200, description: 'Entries', mediaType: 'application/json', schema: StreamAnswer }],
    errors,
    async handle(call) {
      const log = await open(call)
      if (!log.ok) return problemResponse(log.error)
      const input = { ...StreamInput.parse(call.query), signal: call.request.signal }
      return jsonResponse(await streamAudit(log.value.chain, call.services.auditSigner, input))
    },
  })

export const auditRoutes: readonly RestRoute[] = [
  csvRoute(ofProject),
  csvRoute(ofOrganization),
  signedRoute(ofProject),
  signedRoute(ofOrganization),
  streamRoute(ofProject),
  streamRoute(ofOrganization),
]
