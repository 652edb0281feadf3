'use client'

import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { experimentPath } from '../../paths.ts'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input, Textarea } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'
import type { ExperimentFields } from './new-experiment-screen.tsx'

type Props = { project: string; fields: ExperimentFields }

/** Creates an experiment, and opens its page. */
export const NewExperimentForm = ({ project, fields }: Props) => (
  <WriteForm
    label="Create an experiment"
    submit="Create experiment"
    send={(client, sent) => client.experiments.create.mutate({ project, experiment: experimentOf(sent) })}
    next={({ slug }) => experimentPath(project, slug)}
  >
    <Field label="Title">
      <Input name="title" required maxLength={200} />
    </Field>
    <Field label="Base" help="what candidates are compared with">
      <Input name="base" required maxLength={2_000} defaultValue={fields.base} />
    </Field>
    <Field label="Machine" help="the hardware that runs state">
      <Input name="hardware" required maxLength={200} defaultValue={fields.hardware} />
    </Field>
    <Field label="Benchmark">
      <Input name="benchmark" required maxLength={200} defaultValue={fields.benchmark} />
    </Field>
    <Field label="Workloads" help="one on each line">
      <Textarea name="workloads" required rows={2} defaultValue={fields.workload} />
    </Field>
    <Field label="Holdout workloads" help="hidden from programs until the end; private projects only">
      <Textarea name="holdoutWorkloads" rows={2} />
    </Field>
    <Field label="Metric of the score" help="primary: the primary metric of each test">
      <Input name="metric" required maxLength={200} defaultValue="primary" />
    </Field>
    <Field label="Smallest improvement worth keeping, in %">
      <Input name="minImprovement" type="number" min={0.1} max={100} step={0.1} required defaultValue={3} />
    </Field>
    <Field label="Metric with a limit" help="such as latency_ms_p99; empty for none">
      <Input name="limited" maxLength={200} />
    </Field>
    <Field label="Its maximum, as a ratio to the base">
      <Input name="limit" type="number" min={0.01} step={0.01} defaultValue={1.1} />
    </Field>
    <Field label="Budget in machine hours">
      <Input name="budgetHours" type="number" min={0.01} max={100_000} step={0.01} required defaultValue={8} />
    </Field>
    <label>
      <Checkbox name="programMayDiffer" /> Candidates are other builds of the program that is executed
    </label>
    <Field label="Description">
      <Textarea name="description" rows={3} maxLength={5_000} />
    </Field>
  </WriteForm>
)

function experimentOf(fields: FormData) {
  const text = (name: string) => fieldText(fields, name) ?? ''
  const lines = (name: string) =>
    text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  const limited = fieldText(fields, 'limited')
  return {
    slug: slugOf(text('title'), 'experiment'),
    ...{ title: text('title'), base: text('base'), hardware: text('hardware'), benchmark: text('benchmark') },
    description: fieldText(fields, 'description') ?? null,
    workloads: lines('workloads'),
    holdoutWorkloads: lines('holdoutWorkloads'),
    objective: [{ metric: text('metric') }],
    constraints: limited === undefined ? [] : [{ metric: limited, max: Number(text('limit')) }],
    paretoMetrics: limited === undefined ? [] : [limited],
    programMayDiffer: fields.get('programMayDiffer') !== null,
    minImprovement: Number(text('minImprovement')) / 100,
    budgetHours: Number(text('budgetHours')),
  }
}
