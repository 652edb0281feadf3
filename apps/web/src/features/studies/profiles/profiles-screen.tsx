import { toQuery } from '@assay/domain/compare/comparison-url'
import { profilesHeadline } from '@assay/domain/compare/studies/headlines/profiles-headline'
import { studyHeadline } from '@assay/domain/compare/studies/pages/study-headline'
import { profilesFigure } from '@assay/domain/compare/studies/profiles/profiles-figure'
import { profilesSummary } from '@assay/domain/compare/studies/profiles/profiles-page'
import { profilesTldr } from '@assay/domain/compare/studies/profiles/profiles-tldr'
import { parseGroupRules } from '@assay/domain/run/cpu-profile/group-rules'
import { api } from '../../../trpc/server-caller.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { FilterChips } from '../../compare/head/filter-chips.tsx'
import { ParameterProblems } from '../../compare/head/parameter-problems.tsx'
import { Warnings } from '../../compare/head/warnings.tsx'
import { SaveComparison } from '../../saved/save-comparison.tsx'
import { TldrSection } from '../../tldr/tldr.tsx'
import { LeadCharts } from '../frame/lead-charts.tsx'
import { pickedFilters } from '../frame/picked-filters.ts'
import frame from '../frame/study-frame.module.css'
import { StudyAbove } from '../frame/study-frame.tsx'
import { OtherStudies, StudyPickers } from '../frame/study-pickers.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { GroupTables } from './group-table.tsx'
import { OneProfile } from './one-profile.tsx'
import style from './profiles.module.css'
import { type ProfileChoice, profilesPath } from './profiles-path.ts'
import { RulesForm } from './rules-form.tsx'
import { shareId } from './share-id.ts'

/** Shows where the time is spent: groups of functions over the profiled results, and the flame graph of each. */
export async function ProfilesScreen({ project, comparison, problems, own, level }: StudyScreenProps) {
  const rules = own.rules === undefined ? null : parseGroupRules(own.rules)
  const { profiles: ask } = await api()
  const query = toQuery(comparison)
  const [groups, profiles] = await Promise.all([
    ask.groups({ project, query, ...(rules?.ok ? { rules: own.rules } : {}) }),
    ask.list({ project, query }),
  ])
  const listed = (id: string | undefined) => profiles.find((profile) => profile.id === id)
  const profile = listed(own.profile) ?? profiles[0]
  const choice: ProfileChoice = { ...own, profile: profile?.id, versus: listed(own.versus)?.id }
  const unknown = [own.profile, own.versus].some((id) => id !== undefined && listed(id) === undefined)
  const tldr = profilesTldr(groups.grid)
  const figure = profilesFigure(groups.grid)
  const summary = profilesSummary(groups, profiles.length)
  const selected =
    level === 2 ? null : await (await api()).comparisons.studyPickers({ project, kind: 'profiles', query })
  return (
    <>
      <PageHeader
        level={level}
        above={level !== 2 && <StudyAbove project={project} title="Profiles" />}
        title={studyHeadline({ title: 'Profiles', headline: profilesHeadline(groups.grid, comparison), comparison })}
        summary={summary}
        actions={
          <SaveComparison project={project} query={query} study="profiles" title="Profiles" share={{ query, own }} />
        }
      />
      <div className={frame.body}>
        {selected !== null && (
          <StudyPickers project={project} kind="profiles" pickers={selected.pickers} picked={selected.picked} />
        )}
        <FilterChips
          comparison={comparison}
          hrefTo={(other) => studyPagePath(project, 'profiles', other)}
          except={pickedFilters(selected?.pickers ?? [])}
        />
        <Warnings warnings={groups.grid.warnings} />
        <AddressNotices problems={problems} hasUnknown={unknown} />
        {profile !== undefined && (
          <OneProfile
            project={project}
            comparison={comparison}
            profiles={profiles}
            profile={profile}
            base={listed(own.versus)}
            choice={choice}
          />
        )}
        {profile === undefined && figure !== null && <LeadCharts models={[figure]} />}
        {selected !== null && (
          <OtherStudies project={project} kind="profiles" picked={selected.picked} kinds={selected.kinds} />
        )}
        <TldrSection tldr={tldr} hrefOf={({ table, row, column }) => `#${shareId(table, row, column)}`} />
        <Section title="Groups of functions" id="groups" aside="percent of samples">
          <div className={style.section}>
            {groups.grid.tables.length === 0 ? (
              <p>No result that matches these filters has a profile that can be read.</p>
            ) : (
              <GroupTables
                grid={groups.grid}
                comparison={comparison}
                profiles={profiles}
                hrefOf={({ id }) => `${profilesPath(project, comparison, { ...choice, profile: id })}#flame`}
              />
            )}
            <RulesForm
              project={project}
              comparison={comparison}
              choice={own}
              problem={rules === null || rules.ok ? null : rules.error}
            />
          </div>
        </Section>
        {profile === undefined && NO_STACKS}
      </div>
    </>
  )
}

function AddressNotices({ problems, hasUnknown }: { problems: readonly string[]; hasUnknown: boolean }) {
  return (
    <>
      <ParameterProblems problems={problems} />
      {hasUnknown && (
        <Notice title="The profile in the address is not among the results that match these filters.">
          <p>Another one is shown.</p>
        </Notice>
      )}
    </>
  )
}

const NO_STACKS = (
  <EmptyState title="No stacks to draw">
    <p>
      These shares were published as figures. Upload collapsed stacks, a flame graph, perf script, perf report or pmp
      output with the output of a test to see its flame graph here.
    </p>
  </EmptyState>
)
