import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FavouriteToggle } from '../../../features/favourites/favourite-toggle.tsx'
import { WritePermissionProvider } from '../../../features/notes/write-permission.tsx'
import { SearchButton } from '../../../features/palette/search-button.tsx'
import { listenForSearch } from '../../../features/palette/search-keys.ts'
import { ProjectName } from '../../../features/shell/project-name.tsx'
import { ProjectNav } from '../../../features/shell/project-nav.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import {
  accountPath,
  auditPath,
  buildsPath,
  comparePath,
  configsPath,
  dataPath,
  findingsPath,
  hardwareListPath,
  knownBugsPath,
  notificationsPath,
  organizationsPath,
  projectPath,
  reportsPath,
  rulesPath,
  runsPath,
  savedListPath,
  searchPath,
  seriesPath,
  settingsPath,
  sharesPath,
  specsPath,
  tokensPath,
} from '../../../paths.ts'
import { getManages, getMayWrite, getMine, getProject } from '../../../trpc/server.ts'
import { InlineScript } from '../../../ui/inline-script.tsx'

type Props = { children: ReactNode; params: Promise<{ project: string }> }

export default async function ProjectLayout({ children, params }: Props) {
  const project = await getProject((await params).project)
  const { slug } = project
  const [mine, may, manages] = await Promise.all([getMine(slug), getMayWrite(slug), getManages(slug)])
  const links = [
    { href: projectPath(slug), label: 'Overview' },
    { href: comparePath(slug), label: 'Compare' },
    { href: seriesPath(slug), label: 'Series' },
    { href: findingsPath(slug), label: 'Findings' },
    { href: savedListPath(slug), label: 'Saved' },
    { href: reportsPath(slug), label: 'Reports' },
    { href: specsPath(slug), label: 'Specs' },
    { href: dataPath(slug), label: 'Data' },
    { href: runsPath(slug), label: 'Runs' },
    { href: hardwareListPath(slug), label: 'Hardware' },
    { href: buildsPath(slug), label: 'Builds' },
    { href: configsPath(slug), label: 'Configs' },
    { href: knownBugsPath(slug), label: 'Known bugs' },
    ...(manages ? [{ href: settingsPath(slug), label: 'Settings' }] : []),
  ]
  // These pages are only in the command palette, because the top bar has no room for them.
  const further = [
    { href: sharesPath(slug), label: 'Shared' },
    { href: rulesPath(slug), label: 'Rules' },
    ...(manages
      ? [
          { href: tokensPath(slug), label: 'Settings: tokens' },
          { href: notificationsPath(slug), label: 'Settings: notifications' },
          { href: auditPath(slug), label: 'Settings: audit log' },
        ]
      : []),
    ...(mine === null
      ? []
      : [
          { href: accountPath(), label: 'Your account' },
          { href: organizationsPath(), label: 'Organizations' },
        ]),
  ]
  return (
    <>
      <TopBar>
        <ProjectName project={project} />
        <ProjectNav links={links} />
        <SearchButton href={searchPath(slug)} project={slug} pages={[...links, ...further]} mine={mine}>
          <IconSearch size={15} aria-hidden="true" />
          <span>Search</span>
          <kbd>Ctrl K</kbd>
        </SearchButton>
        <InlineScript run={listenForSearch} />
        {mine !== null && <FavouriteToggle project={slug} kept={mine.kept} />}
      </TopBar>
      <WritePermissionProvider value={may}>{children}</WritePermissionProvider>
    </>
  )
}
