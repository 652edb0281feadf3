import { foldedText } from '@assay/testing/run/folded-text'
import { expect, test } from 'vitest'
import { looksLikeFolded, parseFolded } from './parse-folded.ts'

const TEXT = 'postgres;main;exec;hash join 30\npostgres;main;exec 2\npostgres;main;read_[k];do_syscall_64_[k] 8\n'

test('stacks become a tree; a function name may contain a blank', () => {
  expect(looksLikeFolded(TEXT)).toBe(true)
  const { value, problems } = parseFolded(TEXT, 'f')
  expect(problems).toEqual([])
  expect(value?.unit).toBe('samples')
  expect(value?.root.total).toBe(40)
  expect(foldedText(value?.root ?? never())).toEqual([
    'postgres;main;exec 2',
    'postgres;main;exec;hash join 30',
    'postgres;main;read;do_syscall_64 8',
  ])
})

test('functions that are marked as kernel functions have the module `kernel`', () => {
  const main = parseFolded(TEXT, 'f').value?.root.children[0]?.children[0]
  expect(main?.children.map(({ name, module }) => [name, module])).toEqual([
    ['exec', null],
    ['read', '[kernel]'],
  ])
})

test('the counts of equal stacks are added, and a line that is not a stack is a problem', () => {
  const { value, problems } = parseFolded('a;b 1\nnonsense\na;b 2\n', 'f')
  expect(value?.root.total).toBe(3)
  expect(problems).toEqual([
    { file: 'f', line: 2, message: '`nonsense`: expected functions joined by semicolons, a blank and a count' },
  ])
})

test('a last line without a line end may be truncated and is left out', () => {
  expect(parseFolded('a;b 1\na;c 12', 'f')).toMatchObject({ value: { root: { total: 1 } }, problems: [{ line: 2 }] })
})

test('two profiles in one file are refused', () => {
  expect(parseFolded('a;b 1 2\na;c 3 4\n', 'f').problems[0]?.message).toContain('difffolded')
})

test('values that are too large to be numbers of samples are events', () => {
  expect(parseFolded('a;b 30000000000\n', 'f').value?.unit).toBe('events')
})

test.each(['', 'a,b,c 1\n', 'one 1\ntwo 2\n', 'a;b\t1\n'])('%j is not recognized as collapsed stacks', (text) => {
  expect(looksLikeFolded(text)).toBe(false)
})

function never(): never {
  throw new Error('nothing was read')
}
