// Files for operators, checked by the programs that read them.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { goProgram } from './admin/testing/go-program.ts'
import { ROOT } from './lib/bootstrap/node.mjs'

const UNITS = join(ROOT, 'deploy/systemd')
const CHART = join(ROOT, 'deploy/helm/assay')
const REQUIRED = ['publicUrl=https://assay.example.org', 'existingSecret=assay', 's3.bucket=raw-files']

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd) console.log('systemd-analyze is not installed, so units of systemd are not verified')
const helm = goProgram('helm.sh/helm/v3/cmd/helm', 'v3.19.5')
if (helm === null) console.log('Go cannot build Helm, so the chart is not checked')

test.skipIf(!hasSystemd)('systemd accepts every unit', () => {
  const units = readdirSync(UNITS).map((name) => join(UNITS, name))
  expect(units).toHaveLength(4)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' })
  // The machine of the test has other units, whose problems are not ours.
  expect(stderr.split('\n').filter((line) => line.includes(UNITS))).toEqual([])
  expect(status).toBe(0)
})

const runHelm = (...args: string[]) => spawnSync(helm ?? '', args, { encoding: 'utf8' })
const settings = (values: string[]) => values.flatMap((value) => ['--set', value])

const Resource = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()).optional() }),
  spec: z.looseObject({ replicas: z.number().optional(), template: z.unknown().optional() }).optional(),
})
const Template = z.object({
  spec: z.object({
    containers: z.tuple([
      z.looseObject({
        securityContext: z.unknown(),
        readinessProbe: z.unknown().optional(),
        livenessProbe: z.unknown().optional(),
        startupProbe: z.unknown().optional(),
      }),
    ]),
  }),
})

function render(values: string[]) {
  const { status, stdout, stderr } = runHelm('template', 'test', CHART, ...settings(values))
  expect(status, stderr).toBe(0)
  return parseAllDocuments(stdout).map((document) => Resource.parse(document.toJS()))
}

test.skipIf(helm === null)('the chart has no warnings, and refuses to install without what it requires', () => {
  const { status, stdout } = runHelm('lint', CHART, '--strict', ...settings(REQUIRED))
  expect(status, stdout).toBe(0)
  for (const missing of REQUIRED) {
    const rest = REQUIRED.filter((value) => value !== missing)
    const { status, stderr } = runHelm('template', 'test', CHART, ...settings(rest))
    expect(status).not.toBe(0)
    expect(stderr).toContain(`/${missing.split('=')[0]?.replace('.', '/')}`)
  }
})

test.skipIf(helm === null)(
  'the chart has two web pods with probes and a budget, a worker, and a job of migrations',
  () => {
    const resources = render(REQUIRED)
    const find = (kind: string, name: string) =>
      resources.find((one) => one.kind === kind && one.metadata.name === name)
    expect(resources.map(({ kind }) => kind).sort()).toEqual(
      ['ConfigMap', 'Deployment', 'Deployment', 'Job', 'PodDisruptionBudget', 'Service'].sort(),
    )
    expect(find('Deployment', 'test-assay-web')?.spec?.replicas).toBe(2)
    expect(find('Deployment', 'test-assay-worker')?.spec?.replicas).toBe(1)
    expect(find('PodDisruptionBudget', 'test-assay-web')?.spec).toMatchObject({ minAvailable: 1 })
    expect(find('Job', 'test-assay-migrations')?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    const [web] = Template.parse(find('Deployment', 'test-assay-web')?.spec?.template).spec.containers
    expect(web.readinessProbe).toMatchObject({ httpGet: { path: '/api/health/ready' } })
    expect(web.livenessProbe).toMatchObject({ httpGet: { path: '/api/health/live' } })
    expect(web.startupProbe).toBeDefined()
    for (const one of resources.filter(({ spec }) => spec?.template !== undefined)) {
      const [container] = Template.parse(one.spec?.template).spec.containers
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    }
    expect(render([...REQUIRED, 'ingress.enabled=true']).some(({ kind }) => kind === 'Ingress')).toBe(true)
  },
)

test.skipIf(helm === null)('every variable that the chart sets is one of .env.example', () => {
  const known = readFileSync(join(ROOT, '.env.example'), 'utf8')
  const { stdout } = runHelm('template', 'test', CHART, ...settings(REQUIRED), '--show-only', 'templates/config.yaml')
  const names = [...stdout.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) expect(known).toContain(`\n${name}=`)
})
