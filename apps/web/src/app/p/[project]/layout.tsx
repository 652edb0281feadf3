import { findPreference } from '@assay/domain/account/host-cookie'
import { projectKey } from '@assay/domain/projects/project-key'
import { IconSearch } from '@tabler/icons-react'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { PairPicker } from '../../../features/compare/pair/pair-picker.tsx'
import { FavoriteToggle } from '../../../features/favorites/favorite-toggle.tsx'
import { FirstVisit } from '../../../features/first-visit/first-visit.tsx'
import { FIRST_VISIT_COOKIE, parseFirstVisit } from '../../../features/first-visit/first-visit-cookie.ts'
import { DEMO_PROJECT } from '../../../features/first-visit/stops.ts'
import { WritePermissionProvider } from '../../../features/notes/write-permission.tsx'
import { SearchButton } from '../../../features/palette/search-button.tsx'
import { listenForSearch } from '../../../features/palette/search-keys.ts'
import { ProjectName } from '../../../features/shell/project-name.tsx'
import { ProjectNav } from '../../../features/shell/project-nav.tsx'
import { palettePages, projectSections } from '../../../features/shell/project-sections.ts'
import style from '../../../features/shell/section-nav.module.css'
import { SectionNav } from '../../../features/shell/section-nav.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import { accountPath, organizationsPath, searchPath } from '../../../paths.ts'
import { api, getManages, getMayWrite, getMine, getProject } from '../../../trpc/server-caller.ts'
import { InlineScript } from '../../../ui/inline-script.tsx'

type Props = { children: ReactNode; params: Promise<{ project: string }> }

export default async function ProjectLayout({ children, params }: Props) {
  const project = await getProject((await params).project)
  const key = projectKey(project)
  const { comparisons } = await api()
  const [mine, may, manages, pairs] = await Promise.all([
    getMine(key),
    getMayWrite(key),
    getManages(key),
    comparisons.pairs({ project: key }),
  ])
  const sections = projectSections(key, manages)
  const pages = [
    ...palettePages(key, sections),
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
        <ProjectNav sections={sections} />
        <SearchButton href={searchPath(key)} project={key} pages={pages} pairs={pairs.options} mine={mine}>
          <IconSearch size={15} aria-hidden="true" />
          <span>Search</span>
        </SearchButton>
        <InlineScript run={listenForSearch} />
        {mine !== null && <FavoriteToggle project={key} saved={mine.saved} />}
      </TopBar>
      <div className={style.row}>
        <SectionNav sections={sections} />
        <PairPicker project={key} options={pairs.options} usual={pairs.usual} />
      </div>
      {/* The stops are pages of results, which a server without the demo lacks. */}
      {project.slug === DEMO_PROJECT && pairs.options.length > 0 && (
        <FirstVisit project={key} initial={await readFirstVisit()} />
      )}
      <WritePermissionProvider value={may}>{children}</WritePermissionProvider>
    </>
  )
}

async function readFirstVisit() {
  const sent = await cookies()
  return parseFirstVisit(findPreference(FIRST_VISIT_COOKIE, (name) => sent.get(name)?.value))
}
