import { expect, test } from 'vitest'
import { readQuery } from './compare-command.ts'
import { requireProject } from './require-project.ts'

test('a project is named with or without its organization, in each spelling', () => {
  expect(['lab/main', 'lab~main', 'main'].map(requireProject)).toEqual(['lab/main', 'lab/main', 'main'])
  for (const wrong of [undefined, '', 'Lab/main', 'a/b/c', 'lab/', '../main'])
    expect(() => requireProject(wrong), String(wrong)).toThrow(/ORG\/NAME/)
})

test('the address of a comparison names its project, also behind a prefix and in the form of earlier versions', () => {
  const projectIn = (path: string) =>
    readQuery(`https://assay.example${path}?rows=test`, new URL('https://assay.example')).project
  expect(projectIn('/o/lab/p/main/compare')).toBe('lab~main')
  expect(projectIn('/assay/o/lab/p/main/compare')).toBe('lab~main')
  expect(projectIn('/p/main/compare')).toBe('main')
  expect(projectIn('/o/lab/p/main/runs')).toBeUndefined()
  expect(projectIn('/docs')).toBeUndefined()
})
