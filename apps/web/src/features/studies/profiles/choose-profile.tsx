import type { ListedProfile } from '@assay/api/profiles/list-profiles'
import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { profileLabels } from '@assay/domain/run/cpu-profile/profile-label'
import { studyPath } from '../../../paths.ts'
import { html } from '../../../ui/html.ts'
import { QueryForm } from '../../../ui/query-form.tsx'
import style from './profiles.module.css'
import type { ProfileChoice } from './profiles-path.ts'

type Props = { project: string; comparison: Comparison; profiles: readonly ListedProfile[]; choice: ProfileChoice }

/** Selects the profile, the profile to compare with, and the direction of its stacks. */
export function ChooseProfile({ project, comparison, profiles, choice }: Props) {
  const labels = profileLabels(profiles)
  const option = (profile: ListedProfile, chosen: string | undefined) =>
    html`<option value="${profile.id}"${profile.id === chosen ? html` selected` : ''}>${labels.get(profile.id)}</option>`
  const hidden = [
    ...new URLSearchParams(toQuery(comparison)),
    ...(choice.rules ? [['rules', choice.rules] as const] : []),
  ]
  const fields = html`
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <label>Profile <select name="profile">${profiles.map((profile) => option(profile, choice.profile))}</select></label>
    <label>Compared with <select name="versus"><option value="">nothing</option>${profiles.map((profile) =>
      option(profile, choice.versus),
    )}</select></label>
    <label>Stacks <select name="from"><option value="">from the outermost function</option><option value="inner"${
      choice.from === 'inner' ? html` selected` : ''
    }>from the innermost function</option></select></label>
    <noscript><button type="submit">Show</button></noscript>`
  return (
    <QueryForm
      action={studyPath(project, 'profiles')}
      label="Choose a profile"
      className={style.choose}
      html={String(fields)}
    />
  )
}
