const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

/** A row of finding as a StoredFinding. */
export const FINDING = `json_build_object('id', id, 'product', product, 'from', from_version, 'to', to_version,
  'hardware', hardware, 'direction', direction, 'state', state, 'active', active, 'fixedIn', fixed_in,
  'owner', case when owner_id is null then null else json_build_object('id', owner_id, 'name', owner_name) end,
  'knownBug', known_bug, 'createdAt', to_char(created_at at time zone 'UTC', ${TIME}),
  'updatedAt', to_char(updated_at at time zone 'UTC', ${TIME}))::jsonb || facts`

/** A row of finding_event as a FindingEvent. */
export const FINDING_EVENT = `json_build_object('id', id, 'at', to_char(at at time zone 'UTC', ${TIME}), 'by', actor_name,
  'kind', kind, 'state', state, 'note', note)`
