import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'yaml'
import { z } from 'zod'

const Action = z.looseObject({
  inputs: z.record(z.string(), z.looseObject({ default: z.string().optional(), required: z.boolean().optional() })),
  outputs: z.record(z.string(), z.looseObject({ value: z.string() })),
  runs: z.looseObject({
    using: z.literal('composite'),
    steps: z.array(
      z.looseObject({
        id: z.string().optional(),
        name: z.string(),
        if: z.string().optional(),
        shell: z.literal('bash'),
        env: z.record(z.string(), z.string()).default({}),
        run: z.string(),
      }),
    ),
  }),
})

type ActionRun = {
  /** Folder of action.yml. */
  actionPath: string
  /** The checkout of the job. */
  workspace: string
  /** Folder for the files of this run. */
  temporary: string
  inputs: Readonly<Record<string, string>>
  /** Variables of the job, such as GITHUB_EVENT_NAME. */
  variables: Readonly<Record<string, string>>
  /** Names of steps that an earlier run with the same folder `temporary` did, such as an installation. */
  done?: readonly string[]
}

/** The exit code of the last step, all output, the outputs of the action, and the summary of the job. */
export type ActionResult = { code: number; log: string; outputs: Readonly<Record<string, string>>; summary: string }

/**
 * Runs a composite action as GitHub's runner does: inputs with their defaults, expressions, `if`, the files for
 * outputs, PATH and summary. It knows the expressions `inputs.NAME`, `steps.ID.outputs.NAME`, `github.token` and
 * `A != ''`; another one throws.
 */
export async function runCompositeAction(asked: ActionRun): Promise<ActionResult> {
  const { actionPath, workspace, temporary, variables, done = [] } = asked
  const action = Action.parse(parse(await readFile(join(actionPath, 'action.yml'), 'utf8')))
  const values = new Map<string, string>([['github.token', 'a token of GitHub']])
  for (const [name, { default: preset, required }] of Object.entries(action.inputs)) {
    const given = asked.inputs[name] ?? (preset === undefined ? undefined : evaluated(preset, values))
    if (given === undefined && required === true) throw new Error(`The input ${name} is required.`)
    values.set(`inputs.${name}`, given ?? '')
  }
  const unknown = Object.keys(asked.inputs).filter((name) => !Object.hasOwn(action.inputs, name))
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(', ')}.`)
  const unknownSteps = done.filter((name) => action.runs.steps.every((step) => step.name !== name))
  if (unknownSteps.length > 0) throw new Error(`The action has no step ${unknownSteps.join(', ')}.`)
  const files = await createFiles(temporary, done.length > 0)
  let log = ''
  let code = 0
  for (const step of action.runs.steps) {
    if (done.includes(step.name) || (step.if !== undefined && evaluated(step.if, values) !== 'true')) continue
    await writeFile(files.GITHUB_OUTPUT, '')
    const paths = (await readFile(files.GITHUB_PATH, 'utf8')).split('\n').filter((line) => line !== '')
    const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, evaluated(value, values)]))
    const ran = await runBash(step.run, workspace, {
      ...variables,
      ...files,
      ...env,
      GITHUB_ACTION_PATH: actionPath,
      RUNNER_TEMP: temporary,
      PATH: [...paths, process.env.PATH].join(':'),
      HOME: temporary,
    })
    log += ran.log
    code = ran.code
    for (const line of (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n')) {
      const [, name, value = ''] = /^([\w-]+)=(.*)$/.exec(line) ?? []
      if (name !== undefined) values.set(`steps.${step.id ?? ''}.outputs.${name}`, value)
    }
    if (code !== 0) break
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, evaluated(value, values)])
  return { code, log, outputs: Object.fromEntries(outputs), summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') }
}

/** @param keepsPath keeps the folders that steps of an earlier run added to PATH. */
async function createFiles(temporary: string, keepsPath: boolean) {
  await mkdir(temporary, { recursive: true })
  const files = {
    GITHUB_OUTPUT: join(temporary, 'output'),
    GITHUB_PATH: join(temporary, 'path'),
    GITHUB_STEP_SUMMARY: join(temporary, 'summary.md'),
  }
  for (const file of [files.GITHUB_OUTPUT, files.GITHUB_STEP_SUMMARY]) await writeFile(file, '')
  if (!keepsPath) await writeFile(files.GITHUB_PATH, '')
  return files
}

/** Replaces the expressions of a text by their values. */
function evaluated(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{\{\s*(.+?)\s*\}\}/g, (_, expression: string) => {
    const [, name = '', isCompared] = /^((?:inputs|steps|github)\.[\w.-]+)(\s*!=\s*'')?$/.exec(expression) ?? []
    if (name === '') throw new Error(`This harness does not know the expression ${expression}.`)
    const value = values.get(name) ?? ''
    return isCompared === undefined ? value : String(value !== '')
  })
}

/** Runs a script with `set -eo pipefail`, as `shell: bash` does. Programs of Node in it reuse compiled modules. */
export async function runBash(script: string, cwd: string, env: Record<string, string>) {
  const { NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: { NODE_COMPILE_CACHE, ...env },
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (status) => resolve(status ?? 1))
    }),
  ])
  return { code, out, log: `${out}${err}` }
}
