import type { Statements } from '@assay/domain/import/profile/correction-profile'
import type { Correction } from '@assay/domain/import/profile/corrections'
import type { MappingRule } from '@assay/domain/import/profile/mapping-rule'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import style from './import.module.css'
import { SaveProfile } from './save-profile.tsx'

type Props = {
  corrections: readonly Correction[]
  mappings: readonly MappingRule[]
  project: string
  /** The profile with the corrections, as YAML. */
  profile: string
  onSaved: (profile: string) => void
  onChange: (statements: Partial<Statements>) => void
}

/** The corrections and mappings so far, each with a button that removes it, and the profile that they are. */
export function CorrectionList({ corrections, mappings, project, profile, onSaved, onChange }: Props) {
  if (corrections.length + mappings.length === 0) return null
  return (
    <section className={style.corrections} aria-labelledby="import-corrections">
      <h3 id="import-corrections">Corrections</h3>
      <ul>
        {mappings.map((rule, at) => (
          <li key={JSON.stringify(rule)}>
            <code>{mappingText(rule)}</code>
            <Button variant="quiet" onClick={() => onChange({ mappings: mappings.filter((_, index) => index !== at) })}>
              Remove<span className="visually-hidden"> {mappingText(rule)}</span>
            </Button>
          </li>
        ))}
        {corrections.map((correction, at) => (
          <li key={JSON.stringify(correction)}>
            <code>{textOf(correction)}</code>
            <Button
              variant="quiet"
              onClick={() => onChange({ corrections: corrections.filter((_, index) => index !== at) })}
            >
              Remove<span className="visually-hidden"> {textOf(correction)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <SaveProfile project={project} profile={profile} onSaved={onSaved} />
      <p>
        <a
          className={button.button}
          download="import-profile.yaml"
          href={`data:application/yaml;charset=utf-8,${encodeURIComponent(profile)}`}
        >
          Download as a profile
        </a>{' '}
        <span className={style.hint}>
          <code>assay push --profile import-profile.yaml</code> applies the same corrections.
        </span>
      </p>
    </section>
  )
}

function mappingText({ match, mapping: { columns } }: MappingRule): string {
  const facts = Object.entries(columns).map(
    ([name, target]) => `${name} = ${typeof target === 'object' ? target.metric : target}`,
  )
  return `${match}: ${facts.join(', ')}`
}

function textOf({ path, set }: Correction): string {
  const facts = Object.entries(set).map(([field, value]) => `${field} = ${value}`)
  return path === undefined ? `all: ${facts.join(', ')}` : `${path}: ${facts.join(', ')}`
}
