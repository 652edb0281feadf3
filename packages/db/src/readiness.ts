import type { Pool } from 'pg'
import { z } from 'zod'
import { SQL_STATE, sqlState } from './postgres-error.ts'
import { readRows } from './scope/statements.ts'
import { UNFINISHED_RESTORE } from './server/server-marks.ts'
import type { Readiness } from './types.ts'

/** The migrations that this code needs. The database may have later ones, which must not break this code. */
export const MIGRATIONS = [
  '20261121000100_create_accounts',
  '20261121000200_create_dimensions',
  '20261121000300_create_runs',
  '20261121000400_create_validity',
  '20261121000500_create_notes',
  '20261121000600_create_profiles',
  '20261121000700_add_testbed',
  '20261121000750_add_roles',
  '20261121000800_create_sessions',
  '20261121000820_extend_tokens',
  '20261121000900_raise_walls',
  '20261121000910_create_limits',
  '20261121001000_create_shares',
  '20261121001100_create_reports',
  '20261121001105_keep_report_figures',
  '20261121001200_create_favourites',
  '20261121001310_create_rules',
  '20261121001400_create_jobs',
  '20261121001420_create_findings',
  '20261121001430_create_neighbour_floors',
  '20261121001520_open_ways_to_shares',
  '20261121001540_remove_runs',
  '20261121001541_name_uploaders',
  '20261121001600_create_messages',
  '20261121001610_create_feed_keys',
  '20261121001620_pin_bases',
  '20261121001640_keep_verdicts_of_findings',
  '20261121001645_keep_steps',
  '20261121001700_create_specs',
  '20261121001710_hash_sessions',
  '20261121001711_find_lines_about_people',
  '20261121001730_seal_appendices',
  '20261121001731_import_specs',
  '20261121001732_link_specs',
  '20261121001740_name_guests',
  '20261121001741_open_specs_to_readers',
  '20261121001742_tell_readers',
  '20261121001750_place_by_hand',
  '20261121001780_name_shares',
  '20261121001800_store_once',
  '20261121001830_note_links_taken_back',
  '20261121001850_tell_steps_once',
  '20261121001851_gather_messages',
  '20261121001860_name_runs_of_figures',
  '20261121001870_know_what_was_sent',
  '20261122000010_replaced_runs',
  '20261122000100_extend_builds',
  '20261122000100_store_failed_results',
  '20261122000110_identify_configs_by_text',
  '20261122000200_compare_logical_cpus',
  '20261122000300_rename_finding_scan_tables',
  '20261123000100_rename_notifications',
  '20261123000200_rename_neighbor_floor',
  '20261123001000_separate_logins',
  '20261123001100_organization_link_policy',
  '20261123001700_record_server_secret',
  '20261123003000_store_release_summaries',
  '20261123004110_chain_audit_logs',
  '20261123005000_run_changes',
  '20261123005100_quotas',
  '20261123005200_retention',
  '20261123005210_add_second_factors',
  '20261123005300_queue_on_one_node',
  '20261123006000_histograms',
  '20261123006100_seal_chain',
  '20261123006110_import_profile',
  '20261123007000_replace_names_in_specs',
  '20261123007100_rename_spec_tables',
  '20261123007200_identity_providers',
  '20261123008110_scim',
  '20261124001100_project_names_per_organization',
  '20261124002000_mail_kinds',
  '20261124003000_spec_attachments',
  '20261124004000_saml_providers',
  '20261124101000_leaked_scim_tokens',
  '20261128001000_scopes_cannot_be_changed',
  '20261128002000_quotas_on_nodes',
  '20261128182000_run_requests',
  '20261129001000_experiments',
  '20261129013000_candidate_run_counter',
  '20261129014000_canceled_requests',
  '20261129182000_run_traces',
  '20261129182500_run_engines',
  '20261129191000_deliveries_of_one_project_wait',
] as const

const Unfinished = z.object({ comment: z.string().nullable() })
const COMMENT = `select obj_description(current_schema()::regnamespace, 'pg_namespace') as comment`

const NOT_RESTORED: Readiness = {
  ready: false,
  code: 'restore-unfinished',
  reason: 'A restore into this database was interrupted. Run the same assay restore again (docs/operations.md).',
}

const APPLIED = `
  select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`

export async function checkReadiness(pool: Pool): Promise<Readiness> {
  try {
    const [schema] = await readRows(pool, Unfinished, COMMENT)
    if (schema?.comment?.startsWith(UNFINISHED_RESTORE) === true) return NOT_RESTORED
    const rows = await readRows(pool, z.object({ name: z.string() }), APPLIED)
    const applied = new Set(rows.map((row) => row.name))
    const missing = MIGRATIONS.filter((name) => !applied.has(name))
    if (missing.length === 0) return { ready: true, migrations: applied.size }
    return notMigrated(`it lacks the migration ${missing.join(', ')}`)
  } catch (error) {
    if (sqlState(error) === SQL_STATE.undefinedTable) return notMigrated('no migration was ever applied to it')
    const reason = error instanceof Error ? error.message : String(error)
    return { ready: false, code: 'unreachable', reason: `The database does not answer: ${reason}` }
  }
}

function notMigrated(what: string): Readiness {
  return {
    ready: false,
    code: 'migrations-missing',
    reason: `The database is not ready: ${what}. Run npm run db:migrate.`,
  }
}
