import { z } from 'zod'
import { compilePattern } from './path-pattern.ts'

/**
 * Fields that a name can state. `params.NAME` is a parameter of the results; a field that begins with `_` is ignored.
 */
export const FIELD_NAMES = [
  'dbms',
  'product',
  'version',
  'build',
  'compiler',
  'compilerVersion',
  'lto',
  'pgo',
  'bolt',
  'march',
  'allocator',
  'flags',
  'commit',
  'buildType',
  'config',
  'hardware',
  'workload',
  'cached',
  'tables',
  'rows',
  'pk',
  'repeat',
  'clients',
  'threads',
  'columns',
  'test',
  'range',
  'phase',
  'device',
  'cores',
  'smt',
  'cpuLimit',
] as const

const isField = (field: string): boolean =>
  field.startsWith('_') || /^params\.[A-Za-z][\w.-]*$/.test(field) || (FIELD_NAMES as readonly string[]).includes(field)

/** The name of a field, as a key of a rule. */
export const fieldName = z.string().refine(isField, {
  error: (issue) =>
    `${JSON.stringify(issue.input)} is not a field; known: ${FIELD_NAMES.join(', ')}, params.NAME, _ignored`,
})

/** Fields that a correction can state: those that identify a run or its results. */
export const correctedField = z.string().refine((field) => isField(field) && field !== 'dbms' && field !== 'columns', {
  error: (issue) =>
    `${JSON.stringify(issue.input)} is not a dimension; known: product, version, build, config, hardware, workload, repeat, clients, test, params.NAME, _ignored`,
})

/** A pattern whose placeholders are all known fields. */
export const pattern = z.string().transform((source, context) => {
  const compiled = compilePattern(source)
  if (!compiled.ok) {
    context.addIssue({ code: 'custom', message: `pattern ${JSON.stringify(source)} ${compiled.error}` })
    return z.NEVER
  }
  const unknown = compiled.value.fields.find((field) => !isField(field))
  if (unknown === undefined) return compiled.value
  const message = `pattern ${JSON.stringify(source)} names the field ${unknown}; known: ${FIELD_NAMES.join(', ')}, params.NAME, _ignored`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})
