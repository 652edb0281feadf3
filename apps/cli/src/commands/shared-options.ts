import { paramOf, stateFact } from '@assay/domain/import/facts/stated-facts'
import type { ImportOverrides } from '@assay/domain/import/overrides'
import { ON_CONFLICT } from '@assay/domain/run/on-conflict'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment } from '../environment.ts'

/** Flags that state facts about all runs, for names that lack them. */
export type UnderstandFlags = {
  profile?: string
  product?: string
  version?: string
  build?: string
  config?: string
  hardware?: string
  workload?: string
  repeat?: number
  clients?: number
  param?: Record<string, string | number>
  set?: ImportOverrides
  incomplete?: boolean
  skipRefused?: boolean
}

export function addUnderstandFlags(command: Command): Command {
  return addFactFlags(
    command
      .option(
        '--profile <file|name>',
        'rules for names of files and folders: a YAML file, or the name of a built-in profile (default: that of the project for uploads, else archive)',
      )
      .option('--incomplete', 'store tests of assay exec that were interrupted as failed')
      .option('--skip-refused', 'leave out files that contradict themselves or are truncated, and use the others'),
  )
}

/** Adds the options that state facts such as product and version, for output without them. */
export function addFactFlags(command: Command): Command {
  return command
    .option(
      '--set <field=value>',
      'state any fact: hardware=NAME, smt=on, cached=IO-bound, params.NAME=VALUE; may be given several times. ' +
        '@folder as the value is the name of the innermost folder that the profile does not decode',
      setting,
    )
    .option('--product <name>', 'product of all runs, such as PostgreSQL')
    .option('--version <version>', 'version of all runs, such as 18.0')
    .option('--build <name>', 'build of all runs, such as o2nofp')
    .option('--config <name>', 'config of all runs, such as x10b_c8r32')
    .option('--hardware <name>', 'machine of all runs, such as lab3; short for --set hardware=NAME')
    .option('--workload <name>', 'workload of all runs')
    .option('--repeat <n>', 'first run, second run: 1, 2', wholeNumber(1, 100_000))
    .option('--clients <n>', 'clients of all results, where the output does not say', wholeNumber(1, 1_000_000))
    .option('--param <key=value>', 'a parameter of all runs; may be given several times', param)
}

export function overridesOf({
  product,
  version,
  build,
  config,
  hardware,
  workload,
  repeat,
  clients,
  param,
  set,
  incomplete,
}: UnderstandFlags): ImportOverrides {
  return {
    ...set,
    ...(product === undefined ? {} : { product }),
    ...(version === undefined ? {} : { version }),
    ...(build === undefined ? {} : { build }),
    ...(config === undefined ? {} : { config }),
    ...(hardware === undefined ? {} : { hardware }),
    ...(workload === undefined ? {} : { workload }),
    ...(repeat === undefined ? {} : { repeat }),
    ...(clients === undefined ? {} : { clients }),
    ...(param === undefined ? {} : { params: { ...set?.params, ...param } }),
    ...(incomplete === undefined ? {} : { incomplete }),
  }
}

export function projectOption({ variables }: CommandIo): Option {
  const option = new Option(
    '--project <project>',
    'ORG/NAME of the project, or NAME for that of the organization of the token',
  )
  const project = readEnvironment(variables).project
  return project === undefined ? option : option.default(project, 'ASSAY_PROJECT')
}

export const concurrencyOption = () =>
  new Option('--concurrency <n>', 'uploads at the same time').argParser(wholeNumber(1, 64)).default(4)

export const onConflictOption = () =>
  new Option(
    '--on-conflict <way>',
    'when the dimensions of a result are stored with another value: stop, store a further repeat, or replace',
  ).choices(ON_CONFLICT)

export const patienceOption = () =>
  new Option(
    '--patience <seconds|forever>',
    'seconds of retries without progress (default: 15 without a server, 120 with a busy one)',
  ).argParser((text: string) => (text === 'forever' ? Number.POSITIVE_INFINITY : wholeNumber(0, 31_536_000)(text)))

/** Creates a parser of whole numbers within limits. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`)
  }
}

/** Collects the values of an option that may be repeated. */
export const listed = (text: string, before: string[] = []): string[] => [...before, text]

/** Parses `hardware=lab3` and adds the fact to those before. */
function setting(text: string, before: ImportOverrides = {}): ImportOverrides {
  const stated = stateFact(before, text)
  if (stated.ok) return stated.value
  throw new InvalidArgumentError(`${stated.error}.`)
}

/** Parses `cache_gb=32`; a value that looks like a number becomes one. */
function param(text: string, before: Record<string, string | number> = {}): Record<string, string | number> {
  const at = text.indexOf('=')
  const [key, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at < 1 || key === '' || value === '') throw new InvalidArgumentError('Expected key=value, such as cache_gb=32.')
  return { ...before, [key]: paramOf(value) }
}
