import { readdirSync, readFileSync } from 'node:fs'
import { archivePath } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { foldedText } from '@assay/testing/run/folded-text'
import { expect, test } from 'vitest'
import { countNodes } from '../../../run/cpu-profile/stack-profile.ts'
import { looksLikePmp, parsePmp } from './parse-pmp.ts'
import { splitFrames } from './split-frames.ts'

const TEXT = `     12 __futex_wait,cond_wait,worker,start_thread,clone3
      3 memcpy,copy_row,scan,start_thread,clone3
      1 
`

test('stacks are reversed: threads start at the root', () => {
  expect(looksLikePmp(TEXT)).toBe(true)
  const { value, problems } = parsePmp(TEXT, 'p')
  expect(problems).toEqual([])
  expect(value === null ? null : foldedText(value.root)).toEqual([
    '[no stack] 1',
    'clone3;start_thread;scan;copy_row;memcpy 3',
    'clone3;start_thread;worker;cond_wait;__futex_wait 12',
  ])
})

test('commas inside templates do not separate functions', () => {
  expect(splitFrames('std::map<int,long>::find,lookup,main')).toEqual(['std::map<int,long>::find', 'lookup', 'main'])
  expect(splitFrames('f<a,g<b,c>>::run,main')).toEqual(['f<a,g<b,c>>::run', 'main'])
  expect(splitFrames('std::operator<<,log,main')).toEqual(['std::operator<<', 'log', 'main'])
})

test('a name that is truncated at a blank ends there, whatever comes after it', () => {
  expect(splitFrames('Mem_root_array<SEL_ARG*,,build,main')).toEqual(['Mem_root_array<SEL_ARG*', 'build', 'main'])
  expect(splitFrames('counter_t<unsigned,inc,vector<int>::at,main')).toEqual([
    'counter_t<unsigned',
    'inc',
    'vector<int>::at',
    'main',
  ])
})

test.each(['', '1 2\n', '3 a,b\n5 c,d\n', '10,20\n', 'a 1\n', '1 x;y,z\n'])(
  '%j is not recognized as pmp output',
  (text) => {
    expect(looksLikePmp(text)).toBe(false)
  },
)

const ARCHIVE = archivePath('fixtures/pmp/')

archiveTest('every pmp of the archive is parsed completely', () => {
  const names = readdirSync(ARCHIVE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.hier'))
  expect(names.length).toBe(4)
  for (const name of names) {
    const text = readFileSync(ARCHIVE + name, 'utf8')
    expect(looksLikePmp(text), name).toBe(true)
    const { value, problems } = parsePmp(text, name)
    expect(problems).toEqual([])
    const counted = [...text.matchAll(/^\s*(\d+)\s/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
    expect(value?.root.total).toBe(counted)
    expect(countNodes(value?.root ?? { name: '', module: null, self: 0, total: 0, children: [] })).toBeGreaterThan(20)
  }
})
