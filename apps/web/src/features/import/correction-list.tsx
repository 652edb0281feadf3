import type { Correction } from '@assay/domain/import/profile/corrections'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import style from './import.module.css'
import { SaveProfile } from './save-profile.tsx'

type Props = {
  corrections: readonly Correction[]
  project: string
  /** The profile with the corrections, as YAML. */
  profile: string
  onSaved: (profile: string) => void
  onChange: (corrections: readonly Correction[]) => void
}

/** The corrections so far, each with a button that removes it, and the profile that they are. */
export function CorrectionList({ corrections, project, profile, onSaved, onChange }: Props) {
  if (corrections.length === 0) return null
  return (
    <section className={style.corrections} aria-labelledby="import-corrections">
      <h3 id="import-corrections">Corrections</h3>
      <ul>
        {corrections.map((correction, at) => (
          <li key={JSON.stringify(correction)}>
            <code>{textOf(correction)}</code>
            <Button variant="quiet" onClick={() => onChange(corrections.filter((_, index) => index !== at))}>
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

function textOf({ path, set }: Correction): string {
  const facts = Object.entries(set).map(([field, value]) => `${field} = ${value}`)
  return path === undefined ? `all: ${facts.join(', ')}` : `${path}: ${facts.join(', ')}`
}
