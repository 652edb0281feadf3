import {
  auditPath,
  buildsPath,
  comparePath,
  configsPath,
  dataPath,
  diffPath,
  experimentsPath,
  findingsPath,
  hardwareListPath,
  importPath,
  knownBugsPath,
  notificationsPath,
  projectPath,
  reportsPath,
  rulesPath,
  runnersPath,
  runsPath,
  savedListPath,
  seriesPath,
  settingsPath,
  sharesPath,
  specsPath,
  studiesPath,
  tokensPath,
} from '../../paths.ts'
import { isOpenPage } from './is-open-page.ts'

export type PageLink = {
  href: string
  label: string
  /** Further addresses whose pages belong to this link. */
  also?: readonly string[]
}

export const SECTION_NAMES = ['Overview', 'Changes', 'Compare', 'Trends', 'Write', 'Data', 'Settings'] as const

/** A job that people do in a project, with its pages; the first page is where its link leads. */
export type ProjectSection = { name: (typeof SECTION_NAMES)[number]; pages: readonly PageLink[] }

/** The navigation of a project. Settings are listed for people who may change them. */
export function projectSections(project: string, manages: boolean): ProjectSection[] {
  const home = projectPath(project)
  const sections: ProjectSection[] = [
    { name: 'Overview', pages: [{ href: home, label: 'Overview' }] },
    {
      name: 'Changes',
      pages: [
        { href: findingsPath(project), label: 'Findings' },
        { href: rulesPath(project), label: 'Rules' },
      ],
    },
    {
      name: 'Compare',
      pages: [
        { href: comparePath(project), label: 'Compare', also: [diffPath(project)] },
        { href: studiesPath(project), label: 'Studies' },
        { href: savedListPath(project), label: 'Saved' },
        { href: experimentsPath(project), label: 'Experiments' },
      ],
    },
    { name: 'Trends', pages: [{ href: seriesPath(project), label: 'Trends' }] },
    {
      name: 'Write',
      pages: [
        { href: reportsPath(project), label: 'Reports' },
        { href: specsPath(project), label: 'Specs' },
        { href: sharesPath(project), label: 'Shared links' },
      ],
    },
    {
      name: 'Data',
      pages: [
        { href: dataPath(project), label: 'All data', also: [`${home}/versions`] },
        { href: runsPath(project), label: 'Runs' },
        { href: hardwareListPath(project), label: 'Hardware' },
        { href: buildsPath(project), label: 'Builds' },
        { href: configsPath(project), label: 'Configs' },
        { href: knownBugsPath(project), label: 'Known bugs' },
        { href: importPath(project), label: 'Import' },
        { href: runnersPath(project), label: 'Runners' },
      ],
    },
  ]
  // The pages of settings have a navigation of their own.
  if (manages) sections.push({ name: 'Settings', pages: [{ href: settingsPath(project), label: 'Settings' }] })
  return sections
}

/** The pages below the settings of a project. */
export const settingsPages = (project: string): PageLink[] => [
  { href: tokensPath(project), label: 'Tokens' },
  { href: notificationsPath(project), label: 'Notifications' },
  { href: auditPath(project), label: 'Audit log' },
]

/** Pages of the command palette: those of the navigation, and the pages of settings. */
export function palettePages(project: string, sections: readonly ProjectSection[]): PageLink[] {
  const manages = sections.some(({ name }) => name === 'Settings')
  return [
    ...sections.flatMap(({ pages }) => pages.map(({ href, label }) => ({ href, label }))),
    ...(manages
      ? settingsPages(project).map(({ href, label }) => ({ href, label: `Settings: ${label.toLowerCase()}` }))
      : []),
  ]
}

/** Returns the section and the page that `path` belongs to; null outside of the navigation, such as on a search page. */
export function openSection(
  path: string,
  sections: readonly ProjectSection[],
): { section: ProjectSection; page: PageLink } | null {
  for (const section of sections) {
    for (const page of section.pages) {
      // All pages of the project are below the overview.
      const alone = section.name === 'Overview'
      if ([page.href, ...(page.also ?? [])].some((href) => isOpenPage(path, { href, alone }))) return { section, page }
    }
  }
  return null
}
