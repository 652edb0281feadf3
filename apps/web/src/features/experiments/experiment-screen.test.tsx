import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { evaluateExperiment } from '@assay/domain/experiments/evaluate-experiment'
import { NewExperiment } from '@assay/domain/experiments/experiment'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ExperimentScreen } from './experiment-screen.tsx'

const FILE = new URL('../../../../../demo/experiments/nov26.tuning.vm4.json.gz', import.meta.url)

test('an ended experiment without runs says that its candidates were not measured, and offers no commands', () => {
  const html = renderToStaticMarkup(<ExperimentScreen project="assay~demo" evaluated={endedExperiment(() => null)} />)
  expect(html).toContain('Settings of PostgreSQL in a small container')
  expect(html).toContain('not measured')
  expect(html).not.toContain('Next:')
  expect(html).not.toContain('First steps')
  expect(html).not.toContain('End the experiment')
})

test('changes that are long together are drawn one at a time', () => {
  const change = (number: number, lines: number) => `change of ${number}\n${'-old\n+new\n'.repeat(lines)}`
  const draw = (lines: number, shownChange: number | null) =>
    renderToStaticMarkup(
      <ExperimentScreen
        project="assay~demo"
        evaluated={endedExperiment((number) => change(number, lines))}
        shownChange={shownChange}
      />,
    )
  expect(draw(1, null)).toContain('change of 2\n')
  expect(draw(1_000, null)).not.toContain('change of 2\n')
  expect(draw(1_000, null)).toContain('?change=2#change-2')
  expect(draw(1_000, 2)).toContain('change of 2\n')
  expect(draw(1_000, 2)).not.toContain('change of 1\n')
})

/** The experiment of the demo, ended before anything was measured. */
function endedExperiment(diffOf: (number: number) => string | null) {
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
    ...{ number, commit: null, createdBy: 'Ada', createdAt: at, ...one, diff: diffOf(number) },
  }))
  const evaluation = evaluateExperiment({
    ...{ experiment, candidates: all, attached: [], showsHoldout: true },
    measured: { runs: [], tests: [], metrics: [] },
  })
  return { experiment, evaluation }
}
