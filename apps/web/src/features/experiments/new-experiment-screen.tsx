import { docPath, experimentsPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { NewExperimentForm } from './new-experiment-form.tsx'

/** Fields that the address of the form fills in. */
export type ExperimentFields = { base: string; hardware: string; benchmark: string; workload: string }

type Props = { project: string; fields: ExperimentFields }

export const NewExperimentScreen = ({ project, fields }: Props) => (
  <>
    <PageHeader
      above={<a href={experimentsPath(project)}>Experiments</a>}
      title="New experiment"
      summary="A search for a better candidate: what is measured, what counts as better, and how much machine time it may take."
    />
    <p>
      Programs propose and measure its candidates by the CLI, REST or MCP: <a href={docPath('experiments')}>steps</a>.
    </p>
    <NewExperimentForm project={project} fields={fields} />
  </>
)
