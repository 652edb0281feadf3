import { createHash } from 'node:crypto'
import {
  type AuditLogName,
  type ChainHead,
  type ChainLink,
  EMPTY_HEAD,
  linkText,
} from '@assay/domain/audit/audit-chain'
import { z } from 'zod'
import { SERVER_ACTOR } from '../../scope/server-actor.ts'
import { readRows, type Statements } from '../../scope/statements.ts'
import type { AuditChain, AuditEvent, Change, HeadSigner } from '../../types.ts'
import { type AuditTable, insertAudit } from './audit.ts'
import { asEvent, EVENT_COLUMNS, EventRow } from './read-audit.ts'

/** The tables of a hash chain and its events. */
type ChainTables = AuditTable & { chain: string }

const OF_PROJECT: ChainTables = { events: 'audit_event', chain: 'audit_chain', owner: 'project_id' }
const ABOVE_PROJECTS: ChainTables = { events: 'directory_event', chain: 'directory_chain', owner: 'organization_id' }

/** The log of sign-ins and other events that belong to no organization. */
export const SERVER_LOG: AuditLogName = { kind: 'server', id: '00000000-0000-0000-0000-000000000000' }

const BATCH = 1_000

/**
 * Transactions do not commit in the order of their times. An event that is committed up to this long after the head of
 * the chain is still found without reading the whole log. No transaction that writes an event takes that long.
 */
const MAX_COMMIT_DELAY = '1 hour'

type ChainSettings = {
  log: AuditLogName
  /** Runs single statements. */
  on: Pick<Statements, 'query'>
  /** Runs the statements of `work` in one transaction. */
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T>
}

/**
 * The hash chain of one audit log. Links are appended after the events are committed, so that changes and uploads do
 * not wait for each other, and no slow transaction leaves a gap in the sequence.
 */
export function auditChain({ log, on, transaction }: ChainSettings): AuditChain {
  const tables = log.kind === 'project' ? OF_PROJECT : ABOVE_PROJECTS
  return {
    log,
    async append(signer, { all, acceptUnknown = false }) {
      for (;;) {
        // Returns without the lock if there are no new events.
        const [head] = await readRows(on, Head, headSql(tables), [log.id])
        const isCurrent = head === undefined || secretOf(signer, log, head) === 'secret'
        if (isCurrent && (await readUnchained(on, tables, log, { all, limit: 1 })).length === 0) return
        const count = await transaction((tx) => appendBatch(tx, tables, log, { all, acceptUnknown, signer }))
        if (count < BATCH) return
      }
    },
    async entries(after, limit) {
      const rows = await readRows(on, EntryRow, entriesSql(tables, log), [log.id, after, limit])
      return rows.map(({ sequence, previous, hash, signature, event }) => ({
        link: { sequence, previous, hash },
        signature,
        event: event === null ? null : asEvent(event),
      }))
    },
  }
}

type Batch = { all: boolean; acceptUnknown: boolean; signer: HeadSigner }

/**
 * Appends one batch.
 *
 * @returns the number of new links.
 */
async function appendBatch(
  tx: Statements,
  tables: ChainTables,
  log: AuditLogName,
  { all, acceptUnknown, signer }: Batch,
): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('audit chain ' || $1, 0))`, [log.id])
  const [head] = await readRows(tx, Head, headSql(tables), [log.id])
  const secret = head === undefined ? 'secret' : secretOf(signer, log, head)
  if (secret === 'unknown' && !acceptUnknown) return 0
  // This event gets a head that the current secret signs, so that the earlier secret can be removed.
  if (secret !== 'secret') {
    const owner = log.kind === 'server' ? null : log.id
    const change = { ...KEY_REPLACED, after: { signedWith: secret } }
    await tx.query(insertAudit(tables, owner, SERVER_ACTOR, change))
  }
  const events = await readUnchained(tx, tables, log, { all, limit: BATCH })
  const links = linkEvents(log, head ?? EMPTY_HEAD, events)
  const last = links.at(-1)
  if (last === undefined) return 0
  await tx.query(
    `insert into ${tables.chain} (${tables.owner}, sequence, event_id, previous, hash, signature)
     select $1::uuid, * from unnest($2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[])`,
    [
      log.id,
      links.map(({ sequence }) => sequence),
      events.map(({ id }) => id),
      links.map(({ previous }) => previous),
      links.map(({ hash }) => hash),
      links.map((link) => (link === last ? signer.sign(log, { sequence: last.sequence, hash: last.hash }) : null)),
    ],
  )
  return links.length
}

const KEY_REPLACED: Change = {
  action: 'audit.key-replaced',
  object: { kind: 'audit-log', id: null, name: 'audit log' },
}

/** The last link of each batch is signed, so Assay did not write a head without a signature. */
const secretOf = (signer: HeadSigner, log: AuditLogName, { sequence, hash, signature }: z.infer<typeof Head>) =>
  signature === null ? 'unknown' : signer.signedWith(log, { sequence, hash }, signature)

function linkEvents(log: AuditLogName, from: ChainHead, events: readonly AuditEvent[]): ChainLink[] {
  let head = from
  return events.map((event) => {
    const chainLink = { sequence: head.sequence + 1, previous: head.hash }
    const link = {
      ...chainLink,
      hash: createHash('sha256')
        .update(linkText(log, chainLink, event))
        .digest('hex'),
    }
    head = link
    return link
  })
}

/** Events without a link, ordered by time. */
async function readUnchained(
  on: Pick<Statements, 'query'>,
  tables: ChainTables,
  log: AuditLogName,
  { all, limit }: { all: boolean; limit: number },
): Promise<AuditEvent[]> {
  const rows = await readRows(on, EventRow, unchainedSql(tables, log), [log.id, all, limit])
  return rows.map(asEvent)
}

/** Events of the server have no owner. */
const ownerIs = (column: string, kind: AuditLogName['kind']) =>
  kind === 'server' ? `${column} is null` : `${column} = $1::uuid`

const Head = z.object({ sequence: z.number(), hash: z.string(), signature: z.string().nullable() })
const headSql = ({ chain, owner }: ChainTables) =>
  `select sequence, hash, signature from ${chain} where ${owner} = $1 order by sequence desc limit 1`

const unchainedSql = ({ events, chain, owner }: ChainTables, { kind }: AuditLogName) => `
  select ${EVENT_COLUMNS} from ${events} e
  where ${ownerIs(`e.${owner}`, kind)}
    and ($2::boolean or e.at > coalesce(
      (select h.at from ${chain} c join ${events} h on h.id = c.event_id and ${ownerIs(`h.${owner}`, kind)}
       where c.${owner} = $1::uuid order by c.sequence desc limit 1) - interval '${MAX_COMMIT_DELAY}', '-infinity'))
    and not exists (select from ${chain} c where c.${owner} = $1::uuid and c.event_id = e.id)
  order by e.at, e.id limit $3`

const EntryRow = z.object({
  sequence: z.number(),
  previous: z.string(),
  hash: z.string(),
  signature: z.string().nullable(),
  event: EventRow.nullable(),
})

const entriesSql = ({ events, chain, owner }: ChainTables, { kind }: AuditLogName) => `
  select c.sequence, c.previous, c.hash, c.signature,
    (select to_jsonb(e) from (select ${EVENT_COLUMNS} from ${events}
       where ${ownerIs(owner, kind)} and id = c.event_id) e) as event
  from ${chain} c where c.${owner} = $1::uuid and c.sequence > $2 order by c.sequence limit $3`
