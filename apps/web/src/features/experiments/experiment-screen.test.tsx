import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { evaluateExperiment } from '@assay/domain/experiments/evaluate-experiment'
import { NewExperiment } from '@assay/domain/experiments/experiment'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ExperimentScreen } from './experiment-screen.tsx'

const FILE = new URL('../../../../../demo/experiments/nov26.tuning.vm4.json.gz', import.meta.url)

test('an ended experiment without runs says that its candidates were not measured, and offers no commands', () => {
  const { definition, candidates } = JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8'))
  const at = '2026-11-29T03:00:00Z'
  const { description, ...rest } = NewExperiment.parse(definition)
  const experiment = {
    ...rest,
    id: 'e',
    description: description ?? null,
    createdBy: 'Ada',
    createdAt: at,
    endedAt: at,
  }
  const all = [{ description: rest.base, parents: [], diff: null }, ...candidates].map((one, number) => ({
    ...{ number, commit: null, createdBy: 'Ada', createdAt: at, ...one },
  }))
  const evaluation = evaluateExperiment({
    ...{ experiment, candidates: all, attached: [], showsHoldout: true },
    measured: { runs: [], tests: [], metrics: [] },
  })
  const html = renderToStaticMarkup(<ExperimentScreen project="assay~demo" evaluated={{ experiment, evaluation }} />)
  expect(html).toContain('Settings of PostgreSQL in a small container')
  expect(html).toContain('not measured')
  expect(html).not.toContain('Next:')
  expect(html).not.toContain('First steps')
  expect(html).not.toContain('End the experiment')
})
