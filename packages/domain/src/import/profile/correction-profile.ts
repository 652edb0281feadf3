import type { Correction } from './corrections.ts'
import { linesOfRule, type MappingRule } from './mapping-rule.ts'

/** The statements of a person in a preview: corrections, and mappings of files that no format reads. */
export type Statements = { corrections: readonly Correction[]; mappings: readonly MappingRule[] }

/** The import profile with the statements of a preview, as YAML that a person can read and continue. */
export function correctionProfile(
  name: string,
  corrections: readonly Correction[],
  mappings: readonly MappingRule[] = [],
): string {
  const head = ['schemaVersion: 1', `name: ${profileName(name)}`, 'extends: archive']
  const csv =
    mappings.length === 0 ? [] : ['csv: # the first rule that matches a file counts', ...mappings.flatMap(linesOfRule)]
  const corrected =
    corrections.length === 0 ? [] : ['corrections: # later ones override earlier ones', ...corrections.map(lineOf)]
  return `${[...head, ...csv, ...corrected].join('\n')}\n`
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
