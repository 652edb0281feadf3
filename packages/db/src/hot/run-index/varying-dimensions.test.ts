import type { Varying } from '@assay/domain/compare/study'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const tests = [{ name: 'reads' }, { name: 'fill' }, { name: 'load', role: 'load' as const }]

async function upload(changes: Parameters<typeof exampleDocument>[0], clients: number[], params = {}): Promise<void> {
  const measured = clients.map((count) => ({ test: 'reads', clients: count, params, values: [1, 1] }))
  const load = { test: 'load', clients: 99, params: { phase: 'load' }, values: [1, 1] }
  // The fill step uses one client, whatever the number of readers.
  const fill = { test: 'fill', clients: 1, values: [1, 1] }
  await lab.project.runs.upload(asUpload(exampleDocument({ tests, results: [...measured, fill, load], ...changes })))
}

const short = ({ dimension, workload, values, among }: Varying) =>
  `${dimension} of ${workload}: ${values.join(' ')} (${among.version.join(' ')})`

test('only dimensions that differ while all others are equal vary, within or between runs', async () => {
  // Clients vary within one run, between runs of one build, and only between machines.
  await upload({ version: '1.0', workload: { name: 'one run' } }, [1, 40, 8])
  await upload({ version: '1.0', workload: { name: 'two runs' } }, [1])
  await upload({ version: '1.0', workload: { name: 'two runs' } }, [4])
  await upload({ version: '2.0', workload: { name: 'two runs' } }, [4])
  await upload({ version: '1.0', workload: { name: 'machines' }, hardware: { name: 'small' } }, [1])
  await upload({ version: '1.0', workload: { name: 'machines' }, hardware: { name: 'large' } }, [40])
  // A parameter of the results, and a compiler.
  await upload({ version: '1.0', workload: { name: 'sweep' } }, [1], { cache: 'lru', size: 8 })
  await upload({ version: '1.0', workload: { name: 'sweep' } }, [1], { cache: 'hyperclock', size: 8 })
  await upload({ version: '3.0', workload: { name: 'built' }, build: { compiler: 'clang' } }, [1])
  await upload({ version: '3.0', workload: { name: 'built' }, build: { compiler: 'gcc' } }, [1])
  await upload({ version: '3.0', workload: { name: 'built' }, build: { name: 'unstated' } }, [1])

  expect((await lab.project.dimensions.varying()).map(short).sort()).toEqual([
    'clients of one run: 1 8 40 (1.0)',
    'clients of two runs: 1 4 (1.0)',
    'compiler of built: gcc clang (3.0)',
    'param:cache of sweep: hyperclock lru (1.0)',
    'version of two runs: 1.0 2.0 (1.0 2.0)',
  ])
})

test('an environment has the dimensions that vary in it, and the clients with which two versions ran', async () => {
  const environments = await lab.project.dimensions.studyEnvironments()
  const own = environments.filter(({ workload }) => workload === 'two runs')
  expect(own).toHaveLength(1)
  expect(own[0]).toMatchObject({
    results: 6,
    values: { version: ['1.0', '2.0'], clients: ['1', '4'], repeat: ['1'] },
    comparedClients: ['1', '4'],
  })
  expect(own[0]?.varying.map(short).sort()).toEqual([
    'clients of two runs: 1 4 (1.0)',
    'version of two runs: 1.0 2.0 (1.0 2.0)',
  ])
  // Machines that ran the same workload are two environments.
  expect(environments.filter(({ workload }) => workload === 'machines').map(({ hardware }) => hardware)).toEqual([
    'large',
    'small',
  ])
})
