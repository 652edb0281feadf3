import { projectLabel } from '@assay/domain/projects/project-key'
import { docPath } from '../../paths.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Section } from '../../ui/section.tsx'

/** The commands that measure the base and propose the first candidate, while an experiment has none. */
export function FirstSteps({ project, slug }: { project: string; slug: string }) {
  const flags = `--project ${projectLabel(project)}`
  return (
    <Section title="First steps">
      <p>
        Measure the base, which is candidate 0. Then propose a candidate, measure it in turns with the base (candidate,
        base, base, candidate), and do what each answer says. <a href={docPath('experiments')}>All steps</a>
      </p>
      <CodeBlock
        label="commands"
        text={[
          `assay exec --experiment ${slug} --candidate 0 ${flags} -- BENCHMARK`,
          `assay experiment propose ${slug} --description "what it changes" ${flags}`,
          `assay exec --experiment ${slug} --candidate 1 ${flags} -- BENCHMARK`,
        ].join('\n')}
      />
    </Section>
  )
}
