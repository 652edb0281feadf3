/** A config with its known settings. */
export type KnownConfig = { product: string; name: string; settings: Readonly<Record<string, string>> }

/** The settings in which configs differ: a row for each setting, a value for each config, null if its file lacks it. */
export type SettingsTable = {
  configs: readonly KnownConfig[]
  rows: readonly { setting: string; values: readonly (string | null)[] }[]
  /** Number of settings with equal values in all configs. */
  same: number
  /** Configs without known settings. */
  unknown: readonly string[]
}

/** The settings that differ between configs, sorted by name. */
export function settingsOf(configs: readonly KnownConfig[]): SettingsTable {
  const known = configs.filter(({ settings }) => Object.keys(settings).length > 0)
  const names = [...new Set(known.flatMap(({ settings }) => Object.keys(settings)))].sort()
  const all = names.map((setting) => ({
    setting,
    values: known.map(({ settings }) => (Object.hasOwn(settings, setting) ? (settings[setting] ?? null) : null)),
  }))
  const rows = all.filter(({ values }) => values.some((value) => value !== values[0]))
  return {
    configs: known,
    rows,
    same: all.length - rows.length,
    unknown: configs.filter((config) => !known.includes(config)).map(({ name }) => name),
  }
}
