import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateAction, validateWorkflow } from '@action-validator/core'
import { FakeForge } from '@assay/testing/ci/fake-forge'
import { runBash, runCompositeAction } from '@assay/testing/ci/run-composite-action'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { answerUploads } from '../scripts/serve/answer-uploads.ts'
import { handleApi } from '../scripts/serve/handle-api.ts'
import { runNode } from '../scripts/start/run-command.ts'

// A repository whose benchmark prints the speeds of a file, so that a commit can make it slower.

const REPEATS = [0.99, 1.01, 1, 1.005, 0.995, 1.002, 0.998]

let lab: TestServer
let forge: FakeForge
let folder: string
let token: string
let isInstalled = false
const commits: string[] = []

const listener = getRequestListener((request) =>
  request.url.includes('/api/trpc/') ? answerUploads(request, lab.services) : handleApi(request, lab.services),
)
const http = createServer((request, response) => {
  if (request.url === '/cli/assay-cli.tgz') createReadStream(join(folder, 'cli/assay-cli.tgz')).pipe(response)
  else void listener(request, response)
})
const url = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-ci-'))
  ;[lab, forge] = await Promise.all([startTestServer(), FakeForge.start()])
  ;({ token } = await lab.addProject('shop', 'private'))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  await runNode([join(import.meta.dirname, '../apps/cli/bundle.ts'), join(folder, 'cli'), '--package'], {
    what: 'bundle',
    env: process.env,
    signal: new AbortController().signal,
  })
  await mkdir(workspace())
  git('init', '--quiet', '--initial-branch=main')
  await commit('first', { insert: 1, scan: 1 })
  commits.push(head())
  const stored = await action({ event: 'push' })
  expect([stored.code, stored.outputs.verdict], stored.log).toEqual([0, 'stored'])
  await commit('no benchmark ran for this one', { insert: 1, scan: 1 })
  commits.push(head())
})

afterAll(async () => {
  http.close()
  http.closeAllConnections()
  await Promise.all([lab.stop(), forge.stop()])
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  for (const list of [forge.checkRuns, forge.comments, forge.notes]) list.length = 0
  forge.refuses = false
  git('checkout', '--quiet', 'main')
})

const workspace = () => join(folder, 'checkout')
const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace(), encoding: 'utf8' })
const head = () => git('rev-parse', 'HEAD').trim()

async function commit(message: string, speeds: Record<string, number>): Promise<void> {
  const rows = REPEATS.flatMap((factor, at) =>
    Object.entries(speeds).map(([name, speed]) => `${name},8,${at + 1},${1000 * speed * factor}`),
  )
  await writeFile(join(workspace(), 'speeds.csv'), `test,clients,repeat,qps\n${rows.join('\n')}\n`)
  git('add', 'speeds.csv')
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
  git(...author, 'commit', '--quiet', '--allow-empty', '--message', message)
}

const RUN = 'mkdir -p results\ncp speeds.csv results/shop.csv'
const FACTS = '--product ShopDB --hardware bench1 --set workload=ci'

async function jobVariables(event: string): Promise<Record<string, string>> {
  const eventFile = join(folder, 'event.json')
  const pullRequest = { pull_request: { number: 12, head: { sha: head() } } }
  await writeFile(eventFile, JSON.stringify(event === 'push' ? {} : pullRequest))
  return {
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: eventFile,
    GITHUB_SHA: head(),
    GITHUB_REPOSITORY: 'octo/shop',
    GITHUB_API_URL: forge.url,
    GITHUB_WORKFLOW_REF: 'octo/shop/.github/workflows/perf.yml@refs/heads/main',
    ...(event === 'push' ? {} : { GITHUB_BASE_REF: 'main' }),
  }
}

/** Runs the action; only the first run of this file installs the command line. */
async function action({ event = 'pull_request', ...inputs }: { event?: string; [input: string]: string | undefined }) {
  const version = event === 'push' ? 'main' : 'pr-12'
  const facts = `${FACTS.replaceAll(' --', '\n--')}\n--version ${version}`
  const result = await runCompositeAction({
    actionPath: join(import.meta.dirname, 'github'),
    workspace: workspace(),
    temporary: join(folder, 'runner'),
    done: isInstalled ? ['Install assay'] : [],
    variables: await jobVariables(event),
    inputs: { url: url(), token, project: 'lab/shop', run: RUN, facts, ...inputs },
  })
  isInstalled = true
  return result
}

/** Checks out a branch of main with one commit. */
async function branch(name: string, speeds: Record<string, number>): Promise<void> {
  git('checkout', '--quiet', '-B', name, 'main')
  await commit(name, speeds)
}

test('a pull request that is slower fails with a table, a check run, an annotation and a comment', async () => {
  await branch('slower', { insert: 1, scan: 0.8 })
  const { code, outputs, summary, log } = await action({})
  expect([code, outputs.verdict, outputs.code], log).toEqual([1, 'regression', '1'])
  expect(summary).toMatch(/\| scan \| 0\.80 \| 0\.\d\d to 0\.8\d \| regression \|/)
  const [first = '', second = ''] = commits.toReversed().map((hash) => hash.slice(0, 10))
  expect(summary).toContain(`The base is commit ${second}, 1 commit before ${first}.`)
  expect(forge.comments).toEqual([{ id: 1, body: summary }])
  expect(forge.checkRuns).toMatchObject([
    {
      name: 'Assay',
      head_sha: head(),
      conclusion: 'failure',
      output: {
        title: '1 regression',
        annotations: [
          {
            path: '.github/workflows/perf.yml',
            annotation_level: 'failure',
            message: expect.stringMatching(/scan: 0\.80/),
          },
        ],
      },
    },
  ])
  expect(log).toContain('::error title=Assay::regression')

  await commit('as fast as before', { insert: 1, scan: 1 })
  const mended = await action({})
  expect([mended.code, mended.outputs.verdict], mended.log).toEqual([0, 'pass'])
  expect(forge.comments).toEqual([{ id: 1, body: mended.summary }])
  expect(forge.checkRuns[1]).toMatchObject({ conclusion: 'success', output: { annotations: [] } })
})

test('a budget allows a test to be slower, and not-compared: fail notices a test that is gone', async () => {
  await branch('allowed', { insert: 1, scan: 0.8 })
  expect(await action({ budgets: 'update=3%\nsc*=30%' })).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
  await branch('fewer', { scan: 1 })
  expect(await action({})).toMatchObject({ code: 0 })
  const fewer = await action({ 'not-compared': 'fail' })
  expect(fewer).toMatchObject({ code: 4, outputs: { verdict: 'not compared', code: '4' } })
  expect(fewer.summary).toContain('only the base: bench1, shop, ci: insert')
})

test('a machine that is too noisy is excluded, which leaves nothing to judge', async () => {
  await branch('noisy', { insert: 1, scan: 0.8 })
  const { code, summary } = await action({ 'max-noise': '0.1%', 'fail-on': 'inconclusive' })
  expect([code, summary]).toEqual([
    2,
    expect.stringMatching(/Noisy machines, excluded:\s+- bench1: repeats differ by \d\.\d%/),
  ])
  expect(await action({ 'max-noise': '0.1%' })).toMatchObject({ code: 0, outputs: { code: '2' } })
})

test('last-green compares with the newest commit whose workflow passed', async () => {
  await branch('green', { insert: 1, scan: 0.8 })
  forge.green = ['f'.repeat(40), commits[0] ?? '']
  expect(await action({ base: 'last-green:main' })).toMatchObject({ code: 1, outputs: { verdict: 'regression' } })
  forge.green = ['f'.repeat(40)]
  const unknown = await action({ base: 'last-green:main' })
  expect([unknown.code, unknown.log]).toEqual([3, expect.stringContaining('has results here')])
  forge.green = []
  expect((await action({ base: 'last-green:main' })).log).toContain('No pipeline of main has passed yet')
})

test('a forge that refuses the report changes no verdict, and an unknown branch ends without one', async () => {
  await branch('refused', { insert: 1, scan: 1 })
  forge.refuses = true
  const { code, log } = await action({})
  expect([code, log]).toEqual([0, expect.stringContaining('The result was not reported: ')])
  const unknown = await action({ base: 'merge-base:release-7' })
  expect([unknown.code, unknown.log]).toEqual([3, expect.stringContaining('git does not know the branch release-7')])
})

const Component = z.looseObject({ assay: z.looseObject({ script: z.array(z.string()) }) })
const Spec = z.looseObject({
  spec: z.looseObject({ inputs: z.record(z.string(), z.looseObject({ default: z.string().optional() })) }),
})

/** Runs the job of the component as a shell executor of GitLab does. */
async function gitlab(variables: Record<string, string>, inputs: Record<string, string>) {
  const text = await readFile(join(import.meta.dirname, 'gitlab/templates/gate.yml'), 'utf8')
  const [header, job] = parseAllDocuments(text).map((document): unknown => document.toJS())
  const { spec } = Spec.parse(header)
  const filled = Component.parse(job).assay.script.map((line) =>
    line.replace(
      /\$\[\[ inputs\.([\w-]+) \]\]/g,
      (_, name: string) => inputs[name] ?? spec.inputs[name]?.default ?? '',
    ),
  )
  return runBash(filled.join('\n'), workspace(), {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CI_PROJECT_DIR: workspace(),
    CI_COMMIT_SHA: head(),
    CI_API_V4_URL: forge.url,
    CI_PROJECT_ID: '7',
    ASSAY_URL: url(),
    ASSAY_PROJECT: 'lab/shop',
    ASSAY_TOKEN: token,
    ASSAY_CLI: '',
    ...variables,
  })
}

test('the GitLab component writes a note, which later runs replace, and a JUnit report', async () => {
  const merge = { CI_MERGE_REQUEST_IID: '3', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', GITLAB_TOKEN: 'a token' }
  const inputs = { run: RUN, facts: `${FACTS} --version mr-3`, 'gate-options': '--budget ins*=20%' }
  await branch('merge', { insert: 1, scan: 0.8 })
  const { code, log } = await gitlab(merge, inputs)
  expect(code, log).toBe(1)
  const junit = await readFile(join(workspace(), 'assay-gate.xml'), 'utf8')
  expect(junit).toMatch(/<testsuite name="Assay" tests="2" failures="1" skipped="0">/)
  expect(junit).toMatch(
    /<testcase classname="[^"]*" name="scan">\s*<failure type="regression" message="0\.80 of the base/,
  )
  await commit('mended', { insert: 1, scan: 1 })
  expect((await gitlab(merge, inputs)).code).toBe(0)
  expect(forge.notes).toEqual([{ id: 1, body: expect.stringContaining('**Pass: no regression.**') }])
})

/** Runs the shell commands of the Jenkinsfile whose stage has one of these names, as an agent does. */
async function jenkins(stages: readonly string[], variables: Record<string, string>) {
  const text = await readFile(join(import.meta.dirname, 'jenkins/Jenkinsfile'), 'utf8')
  const facts = /FACTS = '([^']+)'/.exec(text)?.[1] ?? ''
  const commands = stages.map((name) => {
    const [, stage = ''] = text.split(`stage('${name}')`)
    return /(?:sh|script:) '([^']+)'/.exec(stage)?.[1] ?? ''
  })
  return runBash(['set -e', ...commands].join('\n'), workspace(), {
    ...{ PATH: `${workspace()}/.assay/bin:${process.env.PATH ?? ''}`, HOME: folder, FACTS: facts },
    ...{ ASSAY_URL: url(), ASSAY_PROJECT: 'lab/shop', ASSAY_TOKEN: token },
    ...{ JENKINS_URL: 'https://jenkins.example.org/', NODE_NAME: 'bench1', GIT_COMMIT: head(), ...variables },
  })
}

test('the Jenkins pipeline stores a branch, and fails for a change request that is slower, with a JUnit report', async () => {
  const run = join(workspace(), 'ci/run-benchmark.sh')
  await mkdir(join(workspace(), 'ci'), { recursive: true })
  await writeFile(run, `#!/bin/sh\n${RUN}\n`, { mode: 0o755 })
  const stored = await jenkins(['Install', 'Run', 'Store'], { BRANCH_NAME: 'main' })
  expect(stored.code, stored.log).toBe(0)
  await branch('change', { insert: 1, scan: 0.8 })
  const change = { BRANCH_NAME: 'PR-4', CHANGE_TARGET: 'main' }
  const { code, log } = await jenkins(['Run', 'Gate'], change)
  expect(code, log).toBe(1)
  expect(await readFile(join(workspace(), 'assay-gate.xml'), 'utf8')).toMatch(/name="scan">\s*<failure/)
})

test('the action and the example workflows are valid by the schemas of GitHub', async () => {
  const read = (...path: string[]) => readFile(join(import.meta.dirname, ...path), 'utf8')
  expect(validateAction(await read('github/action.yml'))).toMatchObject({ errors: [] })
  expect(validateWorkflow(await read('../docs/examples/gate.yml'))).toMatchObject({ errors: [] })
  const [, documented = ''] =
    /```yaml\n(# \.github.+\nname: Performance[\s\S]+?)```/.exec(await read('../docs/ci.md')) ?? []
  expect(validateWorkflow(documented)).toMatchObject({ errors: [] })
  expect(validateAction('name: no steps\nruns: { using: composite }').errors).not.toEqual([])
})
