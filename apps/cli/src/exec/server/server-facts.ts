import { createHash } from 'node:crypto'
import { redact } from '@assay/domain/parse/redact'
import type { UploadBuild, UploadConfig } from '@assay/domain/run/upload-document'

/** The facts that a server reports about itself. */
export type ServerFacts = {
  product: string
  version: string
  build: UploadBuild
  /** Settings that differ from the server's defaults, without paths and secrets. */
  settings: Record<string, string>
  /** Its data directory; null when the server does not report it. */
  dataDirectory: string | null
}

/** Settings that belong to a location, a machine or a person rather than to a configuration of the server. */
const OF_A_PLACE =
  /(_file|_directory|_directories|_path|_dir|datadir|basedir|tmpdir|socket|hostname|_uuid|_command|_conninfo)$|^(port|bind_address|listen_addresses|cluster_name|application_name|event_source|log_|general_log|slow_query_log|report_|lc_|TimeZone|DateStyle|timezone|time_zone|ssl_|tls_|krb_|unix_socket|server_id|bonjour|pid_)|password|secret/i

const MAX_VALUE = 2_000

/** Settings without secrets, in alphabetical order. */
export function settingsToKeep(all: Iterable<readonly [string, string]>): Record<string, string> {
  const settings = [...all].filter(
    ([name, value]) => !OF_A_PLACE.test(name) && name.length <= 200 && value.length <= MAX_VALUE,
  )
  settings.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(settings.map(([name, value]) => [name, redact(value)]))
}

/**
 * Returns the config with the name that a person gave, otherwise a name derived from its settings: equal settings are
 * one config.
 */
export function configOf(settings: Readonly<Record<string, string>>, name: string | undefined): UploadConfig {
  const digest = createHash('sha256').update(JSON.stringify(settings)).digest('hex')
  return { name: name ?? `settings-${digest.slice(0, 8)}`, settings: { ...settings } }
}
