import { dataPath, docPath, importPath, organizationsPath, signInPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { PushHelp } from '../home/push-help.tsx'
import { ImportScreen } from './import-screen.tsx'
import style from './import-steps.module.css'

type Props = {
  project: string
  name: string
  mayWrite: 'yes' | 'no' | 'sign-in'
  /** The import profile of the project; null when it has none. */
  profile: string | null
  /** The names of the machines of the project. */
  machines: readonly string[]
}

/** The page on which a person imports results, with the ways for programs below it. */
export function ImportPage({ project, name, mayWrite, profile, machines }: Props) {
  return (
    <>
      <PageHeader
        above={<a href={dataPath(project)}>Data</a>}
        title={`Import results into ${name}`}
        summary="Drop the output of a benchmark. You see the runs that it becomes, correct them, and then store them."
      />
      {mayWrite === 'yes' ? (
        <ImportScreen project={project} profile={profile} machines={machines} />
      ) : (
        <OnlyAuthors project={project} mayWrite={mayWrite} />
      )}
      {mayWrite !== 'yes' && <ImportSteps />}
      <Section title="From a runner or a script">
        <PushHelp project={project} isImport />
      </Section>
    </>
  )
}

function OnlyAuthors({ project, mayWrite }: Pick<Props, 'project'> & { mayWrite: 'no' | 'sign-in' }) {
  return (
    <EmptyState title="Only authors can import">
      {mayWrite === 'no' ? (
        <p>
          Authors of this project import results. Ask a maintainer for that role, or import into a project of your own.
        </p>
      ) : (
        <p>Authors of this project import results. Sign in as an author, or import into a project of your own.</p>
      )}
      <p>
        {mayWrite === 'sign-in' && (
          <>
            <a className={button.primary} href={signInPath({ next: importPath(project) })}>
              Sign in
            </a>{' '}
          </>
        )}
        <a className={button.button} href={organizationsPath()}>
          Create a project
        </a>
      </p>
    </EmptyState>
  )
}

/** The steps of an import, for readers who do not see its form. */
const ImportSteps = () => (
  <Section title="How an import works">
    <ol className={style.steps}>
      <li>
        <strong>Choose</strong> files, a folder or an archive: the output of sysbench, pgbench, db_bench, the Insert
        Benchmark and <a href={docPath('formats')}>other benchmarks</a>, or <a href={docPath('csv')}>any CSV or JSON</a>
        .
      </li>
      <li>
        <strong>Preview</strong> the runs that they become: product, version, machine, workload and tests of each. Assay
        asks for what the output does not say.
      </li>
      <li>
        <strong>Correct</strong> many runs at once, and save the corrections as the{' '}
        <a href={docPath('import-profiles')}>import profile</a> of the project.
      </li>
      <li>
        <strong>Store</strong> them. A run is stored completely or not at all, and the same upload twice is one run.
        Then compare its versions.
      </li>
    </ol>
    <p>
      The <a href={docPath('tutorial')}>tutorial</a> leads from an empty project to the first comparison in five
      minutes.
    </p>
  </Section>
)
