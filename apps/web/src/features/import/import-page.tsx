import { dataPath, importPath, signInPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { PushHelp } from '../home/push-help.tsx'
import { ImportScreen } from './import-screen.tsx'

type Props = {
  project: string
  name: string
  mayWrite: 'yes' | 'no' | 'sign-in'
  /** The import profile of the project; null when it has none. */
  profile: string | null
}

/** The page on which a person imports results, with the ways for programs below it. */
export function ImportPage({ project, name, mayWrite, profile }: Props) {
  const above = <a href={dataPath(project)}>Data</a>
  if (mayWrite !== 'yes') {
    return (
      <>
        <PageHeader above={above} title="Only authors can import" />
        {mayWrite === 'sign-in' ? (
          <p>
            Authors of this project import results. <a href={signInPath({ next: importPath(project) })}>Sign in</a> as
            an author.
          </p>
        ) : (
          <p>Authors of this project import results. Ask a maintainer for that role.</p>
        )}
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
      <ImportScreen project={project} profile={profile} />
      <Section title="From a runner or a script">
        <PushHelp project={project} isImport />
      </Section>
    </>
  )
}
