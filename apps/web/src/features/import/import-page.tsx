import { dataPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { PushHelp } from '../home/push-help.tsx'
import { ImportScreen } from './import-screen.tsx'

/** The page on which a person imports results, with the ways for programs below it. */
export function ImportPage({ project, name, mayWrite }: { project: string; name: string; mayWrite: boolean }) {
  const above = <a href={dataPath(project)}>Data</a>
  if (!mayWrite) {
    return (
      <>
        <PageHeader above={above} title="Only authors can import" />
        <p>Authors of this project import results. Sign in as an author, or ask a maintainer for that role.</p>
      </>
    )
  }
  return (
    <>
      <PageHeader
        above={above}
        title={`Import results into ${name}`}
        summary="Drop the output of a benchmark. You see the runs that it becomes, correct them, and then store them."
      />
      <ImportScreen project={project} />
      <Section title="From a runner or a script">
        <PushHelp project={project} isImport />
      </Section>
    </>
  )
}
