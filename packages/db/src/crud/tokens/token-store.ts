import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import { inTransaction, withClient } from '../../transaction.ts'
import type { Actor, ApiToken, NewApiToken, TokenStore } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { revokeLeaked } from './leaked-tokens.ts'
import { FoundToken, TOKEN_COLUMNS, TokenRow, TokenRowWithSlug } from './token-rows.ts'

const TOUCH_EVERY_MS = 5 * 60 * 1000

/** Who changes a token where nobody says who does. */
const SERVER: Actor = { kind: 'server', id: null, name: 'Assay', requestId: null, address: null }

/** Tokens of all projects: a request shows its token before anybody knows the project. */
export function tokenStore({ pool }: Connection): TokenStore {
  const touchedAt = new Map<string, number>()
  const change = <T>(work: (client: PoolClient) => Promise<T>) =>
    withClient(pool, (client) => inTransaction(client, async () => ({ commit: true, answer: await work(client) })))

  const find = async ({ projectId, id }: Pick<ApiToken, 'projectId' | 'id'>): Promise<ApiToken | null> => {
    if (!isUuid(id)) return null
    const text = `select ${TOKEN_COLUMNS} from api_token t where t.project_id = $1 and t.id = $2`
    const { rows } = await pool.query(text, [projectId, id])
    return rows.length === 0 ? null : TokenRow.parse(rows[0])
  }

  return {
    // Every request with a token asks this, so it is one statement.
    async findByHash(hash, formerly = hash) {
      const { rows } = await pool.query({ name: 'find-token', text: FIND_BY_HASH, values: [hash, formerly] })
      if (rows.length === 0) return null
      const { hash: stored, ...token } = FoundToken.parse(rows[0])
      if (stored !== hash) await pool.query(STORE_HASH, [token.projectId, token.id, hash, stored])
      return token
    },

    async insert(token) {
      const { rows } = await pool.query<{ id: string }>(
        `${INSERT} on conflict (project_id, token_sha256) do update set token_sha256 = excluded.token_sha256 returning id`,
        fields(token, randomUUID(), null),
      )
      return stored(await find({ projectId: token.projectId, id: rows[0]?.id ?? '' }))
    },

    async make(token, by) {
      const id = randomUUID()
      await change((client) => insertMade(client, token, id, by))
      return stored(await find({ projectId: token.projectId, id }))
    },

    async rotate({ projectId, id }, successor, { at, until }, by) {
      if (!isUuid(id)) return null
      const successorId = randomUUID()
      const replaced = await change(async (client) => {
        const { rows } = await client.query<{ name: string }>(HOLD_USABLE, [projectId, id, at])
        const [held] = rows
        if (held === undefined) return false
        await insertMade(client, successor, successorId, by)
        await client.query(REPLACE, [projectId, id, successorId, until])
        const after = { successor: successorId, until: until.toISOString() }
        await writeAudit(client, projectId, by, { action: 'token.replaced', object: named(id, held.name), after })
        return true
      })
      return replaced ? find({ projectId, id: successorId }) : null
    },

    find,

    async list(projectId) {
      const text = `select ${TOKEN_COLUMNS} from api_token t where t.project_id = $1 order by t.created_at, t.id`
      const { rows } = await pool.query(text, [projectId])
      return rows.map((row) => TokenRow.parse(row))
    },

    async listMadeBy(personId) {
      const text = `select ${TOKEN_COLUMNS}, p.slug as project from api_token t join project p on p.id = t.project_id
        where t.created_by = $1 order by p.slug, t.created_at, t.id`
      const { rows } = await pool.query(text, [personId])
      return rows.map((row) => TokenRowWithSlug.parse(row))
    },

    async touch({ projectId, id }, at, from = { address: null, client: null }) {
      if (at.getTime() - (touchedAt.get(id) ?? 0) < TOUCH_EVERY_MS) return
      touchedAt.set(id, at.getTime())
      await pool.query(TOUCH, [projectId, id, at, TOUCH_EVERY_MS, from.address, from.client])
    },

    async revoke({ projectId, id }, at, by = SERVER) {
      return change(async (client) => {
        const { rows } = await client.query<{ name: string; was: Date | null }>(REVOKE, [projectId, id, at])
        const [token] = rows
        if (token === undefined) return false
        if (token.was !== null) return true
        await writeAudit(client, projectId, by, { action: 'token.revoked', object: named(id, token.name) })
        return true
      })
    },

    revokeLeaked: (hashes, at, by) => change((client) => revokeLeaked(client, hashes, at, by)),
  }
}

const FIND_BY_HASH = `
  select ${TOKEN_COLUMNS}, t.token_sha256 as hash,
    json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'description', p.description,
      'visibility', p.visibility, 'organization', json_build_object('id', o.id, 'slug', o.slug, 'name', o.name)) as project
  from api_token t
  join project p on p.id = t.project_id
  join organization o on o.id = p.organization_id
  where t.token_sha256 in ($1, $2)`

const STORE_HASH = 'update api_token set token_sha256 = $3 where project_id = $1 and id = $2 and token_sha256 = $4'

const INSERT = `
  insert into api_token (project_id, id, token_sha256, name, prefix, last_four, scopes, expires_at, created_by, created_by_name)
  values ($1, $2, $3, $4, $5, $6, $7::text[]::token_scope[], $8, $9, $10)`

const HOLD_USABLE = `
  select name from api_token
  where project_id = $1 and id = $2 and revoked_at is null and successor_id is null
    and (expires_at is null or expires_at > $3::timestamptz)
  for update`

const REPLACE = `
  update api_token set successor_id = $3, expires_at = least(expires_at, $4::timestamptz)
  where project_id = $1 and id = $2`

/** Asks again when it was used last, because other processes serve the same token. */
const TOUCH = `
  update api_token set last_used_at = $3::timestamptz, last_used_address = $5, last_used_client = $6
  where project_id = $1 and id = $2 and coalesce(last_used_at <= $3::timestamptz - $4 * interval '1 millisecond', true)`

const REVOKE = `
  with held as (select project_id, id, revoked_at from api_token where project_id = $1 and id = $2 for update)
  update api_token t set revoked_at = coalesce(t.revoked_at, $3::timestamptz) from held
  where t.project_id = held.project_id and t.id = held.id
  returning t.name, held.revoked_at as was`

async function insertMade(client: PoolClient, token: NewApiToken, id: string, by: Actor): Promise<void> {
  await client.query(INSERT, fields(token, id, by))
  const { prefix, lastFour, scopes, expiresAt } = token
  const after = { prefix, lastFour, scopes, expiresAt }
  await writeAudit(client, token.projectId, by, { action: 'token.made', object: named(id, token.name), after })
}

const fields = (token: NewApiToken, id: string, by: Actor | null) => {
  const person = by?.kind === 'person' ? by : null
  const { projectId, tokenSha256, name, prefix, lastFour, scopes, expiresAt } = token
  const made = [projectId, id, tokenSha256, name, prefix, lastFour, scopes, expiresAt]
  return [...made, person?.id ?? null, person?.name ?? null]
}

const named = (id: string, name: string) => ({ kind: 'token', id, name })

function stored(token: ApiToken | null): ApiToken {
  if (token === null) throw new Error('a token that was just stored is there')
  return token
}
