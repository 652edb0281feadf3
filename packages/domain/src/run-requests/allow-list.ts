import { parseDocument } from 'yaml'
import { z } from 'zod'
import { err, ok, type Result } from '../result.ts'
import { yamlData } from '../yaml-data.ts'
import { MAX_VALUE_LENGTH, RUN_NAME, RunLabels, type RunnerCommand } from './run-request.ts'

const name = z.string().regex(RUN_NAME, 'must consist of letters, digits, ".", "_" and "-"')
const text = z.union([z.string().max(2_000), z.number()]).transform(String)
const value = z.union([z.string().max(MAX_VALUE_LENGTH), z.number(), z.boolean()]).transform(String)

const Parameter = z
  .strictObject({
    /** A regular expression that must match the whole value. */
    pattern: z.string().min(1).max(500).optional(),
    /** The values that are allowed. */
    values: z.array(value).min(1).max(1_000).optional(),
    default: value.optional(),
  })
  .refine(({ pattern, values }) => (pattern === undefined) !== (values === undefined), 'needs a pattern or values')
  .refine(
    ({ pattern }) => pattern === undefined || isPattern(pattern),
    'has a pattern that is not a regular expression',
  )

/** Facts about the runs of a command, as the flags of `assay exec` state them; `{NAME}` is the value of a parameter. */
const FACTS = ['product', 'version', 'build', 'config', 'hardware', 'workload'] as const
export type RunFact = (typeof FACTS)[number]

const Command = z.strictObject({
  description: z.string().max(300).default(''),
  argv: z.array(text).min(1).max(500),
  directory: z.string().min(1).max(4_000).optional(),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), text).default({}),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(30 * 86_400)
    .default(6 * 3_600),
  /** `record`: assay exec records the command. `folder`: the command writes files into ASSAY_RESULT_DIR. */
  results: z.enum(['record', 'folder']).default('record'),
  profile: z.string().min(1).max(500).optional(),
  test: z.string().min(1).max(200).optional(),
  facts: z.partialRecord(z.enum(FACTS), text).default({}),
  /** Products whose findings the server may confirm by this command, without a request of a person. */
  confirms: z.array(z.string().min(1).max(200)).max(20).default([]),
  parameters: z.record(name, Parameter).default({}),
})

export const AllowList = z.strictObject({
  runner: name.optional(),
  hardware: z.string().min(1).max(200).optional(),
  labels: RunLabels.default([]),
  commands: z.record(name, Command).refine((all) => Object.keys(all).length > 0, 'has no command'),
})
export type AllowList = z.infer<typeof AllowList>
export type AllowedCommand = z.infer<typeof Command>

const PLACEHOLDER = /\{([A-Za-z0-9][A-Za-z0-9._-]*)\}/g

/**
 * Parses the file in which the owner of a machine allows commands. A placeholder without a parameter is an error, as is
 * a parameter in the name of the program, because a server could then choose the program.
 */
export function parseAllowList(yaml: string): Result<AllowList, string> {
  const document = parseDocument(yaml)
  const [broken] = document.errors
  if (broken !== undefined) return err(broken.message.split('\n')[0] ?? 'is not YAML')
  const data = yamlData(document)
  if (!data.ok) return data
  const parsed = AllowList.safeParse(data.value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return err(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
  }
  for (const [command, { argv, env, facts, parameters }] of Object.entries(parsed.data.commands)) {
    if (placeholders(argv[0] ?? '').length > 0) return err(`commands.${command}.argv.0: the program has a parameter`)
    const used = [...argv, ...Object.values(env), ...Object.values(facts)].flatMap((one) => placeholders(one))
    const unknown = used.find((one) => !Object.hasOwn(parameters, one))
    if (unknown !== undefined) return err(`commands.${command}: {${unknown}} is not one of its parameters`)
  }
  return ok(parsed.data)
}

/** A request as it is executed: arguments without a shell, variables, and facts of its runs. */
export type PreparedCommand = {
  argv: string[]
  env: Record<string, string>
  facts: Partial<Record<RunFact, string>>
}

/** Checks a request against the allow-list. The error is a sentence for people; nothing may be executed then. */
export function prepareCommand(
  { commands, hardware }: AllowList,
  requested: { command: string; parameters: Readonly<Record<string, string>> },
): Result<PreparedCommand, string> {
  const command = Object.hasOwn(commands, requested.command) ? commands[requested.command] : undefined
  if (command === undefined) return err(`The command ${quote(requested.command)} is not in the allow-list.`)
  const values = checkValues(command, requested.parameters)
  if (!values.ok) return values
  const filled: string[] = []
  for (const argument of command.argv) {
    const result = fill(argument, values.value)
    if (startsOption(argument, result)) {
      return err(
        `${quote(result)} would be an option of the program, because the value of ${argument} begins with "-".`,
      )
    }
    filled.push(result)
  }
  const fillAll = <K extends string>(texts: Partial<Record<K, string>>) =>
    Object.fromEntries(
      Object.entries<string | undefined>(texts).map(([key, one]) => [key, fill(one ?? '', values.value)]),
    )
  const machine = hardware === undefined ? {} : { hardware }
  return ok({ argv: filled, env: fillAll(command.env), facts: { ...machine, ...fillAll(command.facts) } })
}

/**
 * The commands as the runner describes them to the server: names and patterns, but no arguments, paths or variables.
 */
export const describeCommands = ({ commands }: AllowList): RunnerCommand[] =>
  Object.entries(commands).map(([commandName, { description, parameters, confirms }]) => ({
    name: commandName,
    description,
    // Servers of the previous version do not know the field.
    ...(confirms.length > 0 && { confirms }),
    parameters: Object.entries(parameters).map(([parameter, { pattern, values, ...rest }]) => ({
      name: parameter,
      pattern: (pattern ?? values?.join(' | ') ?? '').slice(0, 500),
      default: rest.default ?? null,
    })),
  }))

function checkValues(
  { parameters }: AllowedCommand,
  given: Readonly<Record<string, string>>,
): Result<Record<string, string>, string> {
  const unknown = Object.keys(given).find((one) => !Object.hasOwn(parameters, one))
  if (unknown !== undefined) return err(`The command has no parameter ${quote(unknown)}.`)
  const values: Record<string, string> = {}
  for (const [parameter, allowed] of Object.entries(parameters)) {
    const chosen = Object.hasOwn(given, parameter) ? given[parameter] : allowed.default
    if (chosen === undefined) return err(`The parameter ${parameter} has no value and no default.`)
    if (!isAllowed(chosen, allowed)) return err(`The value ${quote(chosen)} of ${parameter} is not allowed.`)
    values[parameter] = chosen
  }
  return ok(values)
}

function isAllowed(chosen: string, { pattern, values }: z.infer<typeof Parameter>): boolean {
  if (chosen.length > MAX_VALUE_LENGTH || hasControl(chosen)) return false
  if (values !== undefined) return values.includes(chosen)
  return new RegExp(`^(?:${pattern})$`, 'u').test(chosen)
}

/** True for a value that begins an argument with "-" and is not a number: a program would read it as an option. */
const startsOption = (argument: string, result: string): boolean =>
  argument.startsWith('{') && result.startsWith('-') && !/^-\d+(\.\d+)?$/.test(result)

const hasControl = (chosen: string): boolean =>
  [...chosen].some((sign) => (sign.codePointAt(0) ?? 0) < 32 || sign === '\u007f')

const placeholders = (argument: string): string[] => [...argument.matchAll(PLACEHOLDER)].map(([, one = '']) => one)

const fill = (argument: string, values: Readonly<Record<string, string>>): string =>
  argument.replaceAll(PLACEHOLDER, (whole, one: string) => (Object.hasOwn(values, one) ? (values[one] ?? '') : whole))

const quote = (chosen: string): string => JSON.stringify(chosen)

function isPattern(pattern: string): boolean {
  try {
    new RegExp(`^(?:${pattern})$`, 'u')
    return true
  } catch {
    return false
  }
}
