import { expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { addStatements } from './add-statements.ts'
import { correctionProfile } from './profile/correction-profile.ts'
import { type MappingRule, patternOfNames } from './profile/mapping-rule.ts'
import { parseImportProfile } from './profile/profile.ts'

const read = (yaml: string) => unwrap(parseImportProfile(yaml))
const MACHINE = { set: { hardware: 'box "1": #2' } }
const CONFIG = { path: 'r/*/big', set: { config: '@folder', 'params.a': 'x' } }

test('corrections follow those that a profile has, and its rules and comments stay', () => {
  const yaml = `# ours\n${correctionProfile('lab', [MACHINE])}defaults: { config: stock }\n`
  const added = addStatements(yaml, { corrections: [CONFIG], mappings: [] })
  expect(read(added).corrections).toEqual([MACHINE, CONFIG])
  expect(read(added).defaults).toEqual(read(yaml).defaults)
  expect(added).toContain('# ours')
})

test('a profile without corrections gets them', () => {
  const added = addStatements(correctionProfile('lab', []), { corrections: [MACHINE, CONFIG], mappings: [] })
  expect(read(added).corrections).toEqual([MACHINE, CONFIG])
})

const RULE: MappingRule = {
  match: 'out.json',
  mapping: {
    schemaVersion: 1,
    rows: '$.results[*]',
    columns: { name: 'test', '["p99.9"]': { metric: 'latency_ms_p99.9', unit: 'ms', better: 'lower' } },
    others: 'ignore',
    set: { benchmark: 'mine' },
  },
}

test('a mapping precedes those that a profile has, as a new profile and in a stored one', () => {
  const own = correctionProfile('lab', [MACHINE], [RULE])
  expect(own).toContain('        "name": "test"\n')
  const both = addStatements(own, { corrections: [], mappings: [{ ...RULE, match: '{_name:any}.json' }] })
  expect(read(both).csv.map(({ match }) => match.source)).toEqual(['{_name:any}.json', 'out.json'])
  for (const { mapping } of read(both).csv) expect(mapping).toMatchObject(RULE.mapping)
})

test.each([
  [['r/out.json'], 'out.json'],
  [['a/out.json', 'b/out.json'], 'out.json'],
  [['a/1.json', 'a/2.json'], '{_name:any}.json'],
  [['a{b}[c].csv'], 'a{_any:any}b{_any:any}c{_any:any}.csv'],
])('files %j are matched by %s', (names, pattern) => {
  expect(patternOfNames(names)).toBe(pattern)
})
