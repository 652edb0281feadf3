import type { FunctionRow } from '@assay/api/profiles/flame-tree'
import type { ListedProfile } from '@assay/api/profiles/list-profiles'
import type { Comparison } from '@assay/domain/compare/comparison'
import { functionsTable } from '@assay/domain/compare/studies/profiles/profiles-page'
import { exactnessText } from '@assay/domain/run/cpu-profile/frame-text'
import { profileLabels } from '@assay/domain/run/cpu-profile/profile-label'
import { attachmentPath, runPath } from '../../../paths.ts'
import { api } from '../../../trpc/server-caller.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { FactsTable } from '../frame/facts-table.tsx'
import { ChooseProfile } from './choose-profile.tsx'
import { LazyFlameGraph } from './lazy-flame-graph.tsx'
import style from './profiles.module.css'
import type { ProfileChoice } from './profiles-path.ts'

type Props = {
  project: string
  comparison: Comparison
  profiles: readonly ListedProfile[]
  profile: ListedProfile
  /** The profile to compare with. */
  base: ListedProfile | undefined
  choice: ProfileChoice
}

/** One profile as flame graph and table, optionally compared with another. */
export async function OneProfile({ project, comparison, profiles, profile, base, choice }: Props) {
  const labels = profileLabels(profiles)
  const label = labels.get(profile.id) ?? profile.test
  const baseLabel = base === undefined ? null : (labels.get(base.id) ?? base.test)
  const { profiles: ask } = await api()
  const { functions, symbolWarning } = await ask.tree({ project, profileId: profile.id, baseId: base?.id ?? null })
  const title = baseLabel === null ? label : `${label} vs ${baseLabel}`
  return (
    <>
      <Section title="Flame graph" id="flame" aside={title}>
        <div className={style.section}>
          <ChooseProfile project={project} comparison={comparison} profiles={profiles} choice={choice} />
          {symbolWarning !== null && (
            <Notice>
              <p>{symbolWarning}</p>
            </Notice>
          )}
          {baseLabel !== null && (
            <p className={style.legend}>
              <span className={style.more}>a larger share than in {baseLabel}</span>
              <span className={style.less}>a smaller share</span>
              <span>
                The width is the share in {label}; functions that are gone have no width and are listed in the table.
              </span>
            </p>
          )}
          <LazyFlameGraph
            key={`${profile.id} ${base?.id} ${choice.from}`}
            project={project}
            profileId={profile.id}
            baseId={base?.id ?? null}
            inverted={choice.from === 'inner'}
            label={`Flame graph of ${title}`}
            find={choice.find ?? ''}
          />
          <p className={style.about}>
            {totalText(profile)} in {profile.functions} places of the call tree, from{' '}
            <a href={attachmentPath(project, profile.sha256)} download>
              {profile.attachment.split('/').at(-1)}
            </a>{' '}
            of <a href={runPath(project, profile.runId)}>this run</a>
            {profile.unit === 'samples' && `; ${exactnessText(profile.total)}`}.
          </p>
        </div>
      </Section>
      <Section
        title={baseLabel === null ? 'Functions' : 'Functions that changed most'}
        id="functions"
        aside="percent of samples"
      >
        <FunctionsTable functions={functions} isCompared={baseLabel !== null} />
      </Section>
    </>
  )
}

function totalText({ unit, total }: ListedProfile): string {
  if (unit === 'percent') return 'Percentages, without call chains,'
  return `${formatCount(Math.round(total))} ${unit}`
}

/** The functions of a profile as a table with the data of the flame graph. */
function FunctionsTable({ functions, isCompared }: { functions: readonly FunctionRow[]; isCompared: boolean }) {
  return (
    <div className={style.functions}>
      <FactsTable table={functionsTable(functions, isCompared)} />
    </div>
  )
}
