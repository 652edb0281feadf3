import { readdirSync, readFileSync } from 'node:fs'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDirectorySize, recognizeDirectorySize } from './directory-size.ts'
import { parseProcessTime, recognizeProcessTime } from './gnu-time.ts'

const ARCHIVE = archiveUrl('fixtures/sysbench-full/feb25.pg.flat/')

const own =
  '12.50user 3.25system 1:02.03elapsed 25%CPU (0avgtext+0avgdata 2048maxresident)k\n0inputs+8outputs (0major+9minor)pagefaults 0swaps\n'

test('time output gives user and kernel seconds, elapsed time and the maximum memory', () => {
  expect(parseProcessTime(own, 'f')).toEqual({
    value: { userSeconds: 12.5, systemSeconds: 3.25, elapsedSeconds: 62.03, maxResidentKib: 2048 },
    problems: [],
  })
})

test('GNU time -v, time -p and bash output give the same values', () => {
  const verbose =
    '\tCommand being timed: "x"\n\tUser time (seconds): 12.50\n\tSystem time (seconds): 3.25\n\tElapsed (wall clock) time (h:mm:ss or m:ss): 1:01:02\n\tMaximum resident set size (kbytes): 2048\n\tExit status: 0\n'
  const same = { userSeconds: 12.5, systemSeconds: 3.25 }
  expect(parseProcessTime(verbose, 'f').value).toEqual({ ...same, elapsedSeconds: 3662, maxResidentKib: 2048 })
  for (const text of ['real 62.03\nuser 12.50\nsys 3.25\n', '\nreal\t1m2.030s\nuser\t0m12.500s\nsys\t0m3.250s\n']) {
    expect(recognizeProcessTime(text)).toBe(true)
    expect(parseProcessTime(text, 'f').value).toEqual({ ...same, elapsedSeconds: 62.03, maxResidentKib: null })
  }
})

test('the times of a failed command and of two commands are refused', () => {
  expect(parseProcessTime(`Command exited with non-zero status 1\n${own}`, 'f')).toEqual({
    value: null,
    problems: [{ file: 'f', line: 1, message: '`Command exited with non-zero status 1`: no measurement' }],
  })
  expect(parseProcessTime(own + own, 'f').problems).toMatchObject([{ line: 3 }])
})

test('the first line of du -hs, in GiB; a number without unit is refused', () => {
  expect(parseDirectorySize('1.5T\t/data\nwith apparent size \n1.4T\t/data\n', 'f')).toEqual({
    value: { gib: 1536 },
    problems: [],
  })
  expect(parseDirectorySize('44\t/data\n', 'f').problems).toMatchObject([{ file: 'f', line: 1 }])
})

archiveTest('every such file of the archive is parsed', () => {
  let count = 0
  for (const path of readdirSync(ARCHIVE, { recursive: true, encoding: 'utf8' })) {
    const isTime = /\/sb\.time\./.test(path)
    if (!isTime && !/\/sb\.sz\./.test(path)) continue
    const text = readFileSync(new URL(path, ARCHIVE), 'utf8')
    const { value, problems } = isTime ? parseProcessTime(text, path) : parseDirectorySize(text, path)
    expect([value === null, problems, isTime ? recognizeProcessTime(text) : recognizeDirectorySize(text)]).toEqual([
      false,
      [],
      true,
    ])
    count += 1
  }
  expect(count).toBe(93)
})

test('no text makes a parser throw or return an invalid number', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.nat(own.length).map((end) => own.slice(0, end)),
  )
  fc.assert(
    fc.property(any, (text) => {
      for (const { value, problems } of [parseProcessTime(text, 'f'), parseDirectorySize(text, 'f')]) {
        expect(value !== null || problems.length > 0).toBe(true)
        for (const number of Object.values(value ?? {})) expect(number === null || Number.isFinite(number)).toBe(true)
      }
    }),
  )
})
