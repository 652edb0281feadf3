import { projectLabel } from '@assay/domain/projects/project-key'
import { docPath } from '../../paths.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** An allow-list with one command, which the owner of a machine adapts. */
export const EXAMPLE_ALLOW_LIST = `runner: lab3
hardware: lab3
commands:
  point-query:
    description: sysbench point queries, one minute
    argv: [sysbench, oltp_point_select, "--threads={clients}", --time=60, run]
    facts: { product: PostgreSQL, version: "{version}" }
    parameters:
      clients: { values: [1, 8, 16], default: 8 }
      version: { pattern: "1[0-9]\\\\.[0-9]{1,2}" }
`

/** The steps to the first runner of a project, and the uses of one. */
export const FirstRunner = ({ project }: { project: string }) => (
  <EmptyState title="No runners yet">
    <p>
      A runner is a machine that executes benchmarks on request: only commands that its owner allowed in a file.{' '}
      <a href={docPath('runners')}>All steps</a>
    </p>
    <p>1. Create a token with the scope upload in the settings of the project, and store it on the machine.</p>
    <p>2. Allow commands and values in a file. Nothing else is ever executed.</p>
    <CodeBlock label="allow-list" text={EXAMPLE_ALLOW_LIST} />
    <p>3. Start the runner.</p>
    <CodeBlock
      label="command"
      text={`ASSAY_TOKEN_FILE=/etc/assay/token assay runner /etc/assay/runner.yaml --project ${projectLabel(project)}`}
    />
    <p>
      People, agents and plans then request runs on this page: repeats of an inconclusive result, the confirmation of a
      finding, a bisection, or missing versions. Jobs of GitHub Actions, Buildkite or Jenkins can be the runner as well.
    </p>
  </EmptyState>
)
