import type { ListedProfile } from '@assay/api/profiles/list-profiles'
import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { profileLabels } from '@assay/domain/run/cpu-profile/profile-label'
import { studyPath } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { FormSelect } from '../../../ui/form-select.tsx'
import { HiddenInput } from '../../../ui/input.tsx'
import { QueryForm } from '../../../ui/query-form.tsx'
import style from './profiles.module.css'
import type { ProfileChoice } from './profiles-path.ts'

type Props = { project: string; comparison: Comparison; profiles: readonly ListedProfile[]; choice: ProfileChoice }

/** Selects the profile, the profile to compare with, and the direction of its stacks. */
export function ChooseProfile({ project, comparison, profiles, choice }: Props) {
  const labels = profileLabels(profiles)
  const options = profiles.map(({ id }) => ({ value: id, label: labels.get(id) ?? id }))
  const hidden = [
    ...new URLSearchParams(toQuery(comparison)),
    ...(choice.rules ? [['rules', choice.rules] as const] : []),
  ]
  return (
    <QueryForm action={studyPath(project, 'profiles')} label="Choose a profile" className={style.choose}>
      {hidden.map(([name, value]) => (
        <HiddenInput key={`${name} ${value}`} name={name} value={value} />
      ))}
      <label>
        Profile <FormSelect name="profile" value={choice.profile ?? ''} options={options} />
      </label>
      <label>
        Compared with{' '}
        <FormSelect name="versus" value={choice.versus ?? ''} options={[{ value: '', label: 'nothing' }, ...options]} />
      </label>
      <label>
        Stacks <FormSelect name="from" value={choice.from === 'inner' ? 'inner' : ''} options={DIRECTIONS} />
      </label>
      <noscript>
        <Button variant="plain" type="submit">
          Show
        </Button>
      </noscript>
    </QueryForm>
  )
}

const DIRECTIONS = [
  { value: '', label: 'from the outermost function' },
  { value: 'inner', label: 'from the innermost function' },
]
