import type { Correction } from './corrections.ts'

/** Profile whose rules apply after the corrections. */
export type BaseProfile = 'archive' | 'plain'

/** The import profile with the corrections of a preview, as YAML that a person can read and continue. */
export function correctionProfile(
  name: string,
  corrections: readonly Correction[],
  base: BaseProfile = 'archive',
): string {
  const head = ['schemaVersion: 1', `name: ${profileName(name)}`, `extends: ${base}`]
  if (corrections.length === 0) return `${head.join('\n')}\n`
  return `${[...head, 'corrections: # later ones override earlier ones', ...corrections.map(lineOf)].join('\n')}\n`
}

/** A name that profiles accept: lower case letters, digits and dashes. */
const profileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 64) || 'import'

/** JSON strings are YAML strings, so that no text needs other quotes. */
function lineOf({ path, set }: Correction): string {
  const facts = Object.entries(set).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
  const where = path === undefined ? '' : `path: ${JSON.stringify(path)}, `
  return `  - { ${where}set: { ${facts.join(', ')} } }`
}
