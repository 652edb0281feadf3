'use client'

import { Section } from '../../ui/section.tsx'
import { WriteForm } from '../notes/write-form.tsx'

/** Ends an experiment, which cannot be undone. */
export function EndExperiment({ project, slug }: { project: string; slug: string }) {
  return (
    <Section title="End this experiment" variant="danger">
      <p>No candidate and no run is accepted after the end. Results of holdout workloads become visible to tokens.</p>
      <WriteForm
        label="End this experiment"
        submit="End the experiment"
        variant="danger"
        done="The experiment has ended."
        send={(client) => client.experiments.end.mutate({ project, slug })}
      />
    </Section>
  )
}
