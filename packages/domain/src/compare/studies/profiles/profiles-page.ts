import { plural } from '../../../plural.ts'
import type { Flame } from '../../../publish/chart/flame.ts'
import { exactnessText, percentText, pointsText } from '../../../run/cpu-profile/frame-text.ts'
import { OTHER_GROUP } from '../../../run/cpu-profile/group-rules.ts'
import { type LabeledProfile, profileLabels } from '../../../run/cpu-profile/profile-label.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid, GridRow } from '../../grid.ts'
import { profilesHeadline } from '../headlines/profiles-headline.ts'
import { type FactColumnOf, type FactTable, factTable } from '../pages/fact-table.ts'
import type { StudyElement, StudyPage } from '../pages/study-page.ts'
import { profilesTldr } from './profiles-tldr.ts'

/** One function over all stacks: percent of all samples in itself (`self`) and including its callees (`total`). */
type FunctionShare = { name: string; module: string | null; self: number; total: number; selfBefore?: number }

/** Parameters of the profiles page in addition to its comparison. */
export type ProfileQueries = {
  groups(comparison: Comparison, rules: string | undefined): Promise<{ grid: Grid; results: number; unread: number }>
  profiles(comparison: Comparison): Promise<readonly OwnProfile[]>
  tree(profileId: string, baseId: string | null, inverted: boolean): Promise<Tree | null>
}

type OwnProfile = LabeledProfile & { test: string; total: number; unit: string }
type Tree = { root: Flame; functions: readonly FunctionShare[] }

/** Maximum functions in the table; the flame graph has all of them. */
const MAX_FUNCTIONS = 40
/** Frames below this share are narrower than a pixel and are not drawn. */
const MIN_FRAME_PERCENT = 0.2

/**
 * The page of the profiles study: shares of groups of functions over the profiled results, and one profile as a flame
 * graph and a table.
 */
export async function profilesPage(
  queries: ProfileQueries,
  { comparison, own }: { comparison: Comparison; own: Readonly<Record<string, string | undefined>> },
): Promise<StudyPage> {
  const [{ grid, results, unread }, profiles] = await Promise.all([
    queries.groups(comparison, own.rules),
    queries.profiles(comparison),
  ])
  const listed = (id: string | undefined) => profiles.find((profile) => profile.id === id)
  const profile = listed(own.profile) ?? profiles[0]
  return {
    title: 'Profiles',
    headline: profilesHeadline(grid, comparison),
    summary: profilesSummary({ results, unread }, profiles.length),
    comparison,
    warnings: grid.warnings,
    tldr: profilesTldr(grid),
    parts: [
      {
        kind: 'section',
        id: 'groups',
        title: 'Groups of functions',
        aside: 'percent of samples',
        parts: [
          grid.tables.length === 0
            ? { kind: 'text', text: 'No result that matches these filters has a profile that can be read.' }
            : { kind: 'grid', grid: otherLast(grid), comparison },
        ],
      },
      ...(profile === undefined
        ? [NOTHING]
        : await oneProfile(queries, { profiles, profile, base: listed(own.versus), own })),
    ],
  }
}

const NOTHING: StudyElement = {
  kind: 'empty',
  title: 'No stacks to draw',
  text: 'These shares were published as figures only. Upload collapsed stacks, a flame graph, perf script, perf report or pmp with the output of a test to see its flame graph.',
}

/** Summary of the number of profiles, and of those that could not be read. */
export function profilesSummary({ results, unread }: { results: number; unread: number }, profiles: number): string {
  const files = `${plural(profiles, 'profile')} of ${plural(results, 'result')}`
  const lost =
    unread === 0 ? '' : `; ${plural(unread, 'result')} more than can be grouped at once, or not readable any more`
  return `CPU time: percent of samples by function group, and flame graphs. ${files}${lost}.`
}

/** Moves the row of functions without a group to the end. */
function otherLast(grid: Grid): Grid {
  const isOther = ({ values }: GridRow) => values.includes(OTHER_GROUP)
  const tables = grid.tables.map((table) => ({
    ...table,
    groups: table.groups.map((group) => ({
      ...group,
      rows: [...group.rows.filter((row) => !isOther(row)), ...group.rows.filter(isOther)],
    })),
  }))
  return { ...grid, tables }
}

type Chosen = {
  profiles: readonly OwnProfile[]
  profile: OwnProfile
  base: OwnProfile | undefined
  own: Readonly<Record<string, string | undefined>>
}

async function oneProfile(queries: ProfileQueries, { profiles, profile, base, own }: Chosen): Promise<StudyElement[]> {
  const tree = await queries.tree(profile.id, base?.id ?? null, own.from === 'inner')
  if (tree === null) return []
  const labels = profileLabels(profiles)
  const label = labels.get(profile.id) ?? profile.test
  const title = base === undefined ? label : `${label} vs ${labels.get(base.id) ?? base.test}`
  const size =
    profile.unit === 'percent'
      ? 'Percentages, without call chains'
      : plural(Math.round(profile.total), profile.unit.replace(/s$/, ''))
  const exact = profile.unit === 'samples' ? `; ${exactnessText(profile.total)}` : ''
  const from = own.from === 'inner' ? 'from the innermost function' : 'from the outermost function'
  return [
    {
      kind: 'section',
      id: 'flame',
      title: 'Flame graph',
      aside: title,
      parts: [
        {
          kind: 'flame',
          title: `Flame graph of ${title}`,
          summary: `${size}, ${from}${exact}. Functions below ${MIN_FRAME_PERCENT}% are not drawn.`,
          root: pruned(tree.root),
        },
      ],
    },
    {
      kind: 'section',
      id: 'functions',
      title: base === undefined ? 'Functions' : 'Functions that changed most',
      aside: 'percent of samples',
      parts: [{ kind: 'facts', table: functionsTable(tree.functions, base !== undefined) }],
    },
  ]
}

const pruned = ({ name, percent, children }: Flame): Flame => ({
  name,
  percent,
  children: children.filter((child) => child.percent >= MIN_FRAME_PERCENT).map(pruned),
})

/** The functions of a profile as a table with the data of the flame graph. */
export function functionsTable(functions: readonly FunctionShare[], isCompared: boolean): FactTable {
  return factTable({
    caption: isCompared ? 'Functions by change' : 'Functions by their own share',
    columns: isCompared ? COMPARED : ALONE,
    rows: functions.slice(0, MAX_FUNCTIONS),
    rowKey: ({ name, module }) => `${module} ${name}`,
  })
}

const NAME: FactColumnOf<FunctionShare> = { header: 'Function', cell: ({ name }) => name }
const SELF: FactColumnOf<FunctionShare> = {
  header: 'Self',
  numeric: true,
  about: 'percent of samples in the function itself',
  cell: ({ self }) => percentText(self),
}
const TOTAL: FactColumnOf<FunctionShare> = {
  header: 'With callees',
  numeric: true,
  about: 'percent of samples in the function and in what it calls',
  cell: ({ total }) => percentText(total),
}
const WHERE: FactColumnOf<FunctionShare> = {
  header: 'In',
  wideOnly: true,
  cell: ({ module }) => module?.replace(/^\[|\]$/g, '') ?? '',
}

const ALONE = [NAME, SELF, TOTAL, WHERE]

const COMPARED: FactColumnOf<FunctionShare>[] = [
  NAME,
  {
    header: 'Self, base',
    numeric: true,
    about: 'percent of samples in the function itself, in the profile to compare with',
    cell: ({ selfBefore = 0 }) => percentText(selfBefore),
  },
  SELF,
  {
    header: 'Change, points',
    numeric: true,
    about: 'points of percent, self',
    cell: ({ self, selfBefore = 0 }) => pointsText(self - selfBefore),
  },
  TOTAL,
]
