import { projectLabel } from '@assay/domain/projects/project-key'
import { docPath, organizationsPath, runEnginesPath, runnersPath, signInPath } from '../../paths.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EXAMPLE_ALLOW_LIST } from './example-allow-list.ts'

type Props = { project: string; mayWrite: 'yes' | 'no' | 'sign-in' }

/** The uses of a runner, and the steps to the first one of a project. */
export const FirstRunner = ({ project, mayWrite }: Props) => (
  <EmptyState title="No runners yet">
    <p>
      A runner is a machine that executes benchmarks on request, and only commands that its owner allowed in a file.
      People, agents and plans request runs on this page: repeats of an inconclusive result, the confirmation of a
      finding, a bisection, or missing versions. <a href={docPath('runners')}>How runners work</a>
    </p>
    {mayWrite !== 'yes' && <AskAuthor project={project} mayWrite={mayWrite} />}
    <p>
      1. A maintainer of the project creates a token with the scope upload under Settings, Tokens. The owner of the
      machine stores it there.
    </p>
    <p>2. The owner allows commands and values in a file. Nothing else is ever executed.</p>
    <CodeBlock label="allow-list" text={EXAMPLE_ALLOW_LIST} />
    <p>3. Start the runner. It appears here within seconds, and the machine gets a queue and a calendar.</p>
    <CodeBlock
      label="command"
      text={`ASSAY_TOKEN_FILE=/etc/assay/token assay runner /etc/assay/runner.yaml --project ${projectLabel(project)}`}
    />
    <p>
      <a href={runEnginesPath(project)}>Jobs of GitHub Actions, Buildkite or Jenkins</a> can be the runner as well.
    </p>
  </EmptyState>
)

const AskAuthor = ({ project, mayWrite }: Props) => (
  <p>
    Members of this project add runners.{' '}
    {mayWrite === 'sign-in' ? (
      <>
        <a href={signInPath({ next: runnersPath(project) })}>Sign in</a>, or add one to a{' '}
        <a href={organizationsPath()}>project of your own</a>.
      </>
    ) : (
      'Ask a maintainer for the role of an author.'
    )}
  </p>
)
