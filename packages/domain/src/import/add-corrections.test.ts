import { expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { addCorrections } from './add-corrections.ts'
import { correctionProfile } from './profile/correction-profile.ts'
import { parseImportProfile } from './profile/profile.ts'

const read = (yaml: string) => unwrap(parseImportProfile(yaml))
const MACHINE = { set: { hardware: 'box "1": #2' } }
const CONFIG = { path: 'r/*/big', set: { config: '@folder', 'params.a': 'x' } }

test('corrections follow those that a profile has, and its rules and comments stay', () => {
  const yaml = `# ours\n${correctionProfile('lab', [MACHINE])}defaults: { config: stock }\n`
  const added = addCorrections(yaml, [CONFIG])
  expect(read(added).corrections).toEqual([MACHINE, CONFIG])
  expect(read(added).defaults).toEqual(read(yaml).defaults)
  expect(added).toContain('# ours')
})

test('a profile without corrections gets them', () => {
  const added = addCorrections(correctionProfile('lab', []), [MACHINE, CONFIG])
  expect(read(added).corrections).toEqual([MACHINE, CONFIG])
})
