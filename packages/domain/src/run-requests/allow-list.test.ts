import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeCommands, parseAllowList, prepareCommand } from './allow-list.ts'

const YAML = `
runner: lab3
hardware: dell32
labels: [nvme]
commands:
  point-query:
    description: point queries
    argv: [sysbench, oltp_point_select, "--tables={tables}", "{mode}", run]
    env: { PGDATABASE: "bench{tables}" }
    facts: { product: PostgreSQL, version: "{version}" }
    parameters:
      tables: { pattern: "[1-9][0-9]?", default: 8 }
      mode: { pattern: ".*", default: fast }
      version: { values: [17.6, "18.1"] }
`
const list = () => {
  const parsed = parseAllowList(YAML)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}
const prepare = (parameters: Record<string, string>, command = 'point-query') =>
  prepareCommand(list(), { command, parameters })

test('values that match become parts of arguments, variables and facts', () => {
  expect(prepare({ version: '18.1', tables: '12' })).toEqual({
    ok: true,
    value: {
      argv: ['sysbench', 'oltp_point_select', '--tables=12', 'fast', 'run'],
      env: { PGDATABASE: 'bench12' },
      facts: { hardware: 'dell32', product: 'PostgreSQL', version: '18.1' },
    },
  })
})

test.each([
  [{ version: '18.1', tables: '8; rm -rf /' }, 'not allowed'],
  [{ version: '18.1', tables: '8\n9' }, 'not allowed'],
  [{ version: '19' }, 'not allowed'],
  [{}, 'has no value'],
  [{ version: '18.1', shell: 'sh' }, 'no parameter'],
  [{ version: '18.1', mode: '--lua-script=/tmp/x' }, 'would be an option'],
  [{ version: '18.1', constructor: 'x' }, 'no parameter'],
])('%j is refused: %s', (parameters, why) => {
  const prepared = prepare(parameters)
  expect(prepared.ok ? prepared.value : prepared.error).toContain(why)
})

test('a command outside the list is refused, also one with the name of a method', () => {
  for (const command of ['rm', 'constructor', '__proto__', 'toString'])
    expect(prepare({}, command)).toMatchObject({ ok: false })
})

test('whatever a server sends, the program and the number of arguments stay, and each value is in one argument', () => {
  const sent = fc.record({ tables: fc.string(), mode: fc.string(), version: fc.constantFrom('17.6', '18.1', 'x') })
  let executed = 0
  fc.assert(
    fc.property(sent, (parameters) => {
      const prepared = prepare(parameters)
      if (!prepared.ok) return
      executed++
      const { argv } = prepared.value
      expect(argv).toHaveLength(5)
      expect([argv[0], argv[1], argv[4]]).toEqual(['sysbench', 'oltp_point_select', 'run'])
      expect(argv[2]).toMatch(/^--tables=[1-9][0-9]?$/)
      expect(argv[3]).toBe(parameters.mode)
    }),
    { examples: [[{ tables: '8', mode: '$(id)', version: '17.6' }], [{ tables: '99', mode: 'a b', version: '18.1' }]] },
  )
  expect(executed).toBeGreaterThan(1)
})

test('the server learns names and patterns, but no arguments and variables', () => {
  const described = JSON.stringify(describeCommands(list()))
  expect(described).toContain('"pattern":"[1-9][0-9]?"')
  expect(described).toContain('17.6 | 18.1')
  expect(described).not.toMatch(/sysbench|PGDATABASE/)
})

test.each([
  ['commands: {}', 'has no command'],
  ['commands: { a: { argv: [] } }', 'commands.a.argv'],
  ['commands: { a: { argv: ["{p}"], parameters: { p: { pattern: x } } } }', 'the program has a parameter'],
  ['commands: { a: { argv: [x, "{q}"] } }', '{q} is not one of its parameters'],
  ['commands: { a: { argv: [x], parameters: { p: { pattern: "(" } } } }', 'not a regular expression'],
  ['commands: { a: { argv: [x], parameters: { p: {} } } }', 'needs a pattern or values'],
  ['commands: { a: { argv: [x], shell: true } }', 'shell'],
  ['commands: [', ''],
])('%s is refused', (yaml, why) => {
  const parsed = parseAllowList(yaml)
  expect(parsed.ok).toBe(false)
  if (!parsed.ok) expect(parsed.error).toContain(why)
})

test('aliases that stand for very much are an error of the file', () => {
  const level = (at: number) =>
    `a${at}: &a${at} [${Array(10)
      .fill(at === 0 ? 'x' : `*a${at - 1}`)
      .join(', ')}]\n`
  const bomb = Array.from({ length: 12 }, (_, at) => level(at)).join('')
  expect(parseAllowList(`${bomb}commands: *a11`)).toEqual({ ok: false, error: expect.stringContaining('alias') })
})
