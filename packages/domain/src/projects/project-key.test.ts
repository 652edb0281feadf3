import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isKeyOf, parseProjectKey, projectKey, projectLabel, projectPath, splitProjectPath } from './project-key.ts'

const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/)

test('every spelling of a key is parsed, and its path leads back to it', () => {
  fc.assert(
    fc.property(slug, slug, fc.constantFrom('', '/runs?a=/p/b', '?x=1', '#y'), (organization, name, rest) => {
      const key = projectKey({ slug: name, organization: { slug: organization } })
      const parsed = { organization, name }
      expect(parseProjectKey(key)).toEqual(parsed)
      expect(parseProjectKey(projectLabel(key))).toEqual(parsed)
      expect(parseProjectKey(name)).toEqual({ organization: null, name })
      expect(projectPath(projectLabel(key))).toBe(projectPath(key))
      expect(splitProjectPath(projectPath(key) + rest)).toEqual({ key, rest })
      expect(splitProjectPath(projectPath(name) + rest)).toEqual({ key: name, rest })
      expect(isKeyOf(name, key) && isKeyOf(key, name) && isKeyOf(key, projectLabel(key))).toBe(true)
    }),
  )
})

test('a key of another organization or another name means another project', () => {
  expect(isKeyOf('lab~main', 'fir~main')).toBe(false)
  expect(isKeyOf('main', 'lab~mains')).toBe(false)
  expect(isKeyOf('Main', 'lab~main')).toBe(false)
})

test.each(['', 'a/b/c', '~a', 'a/', '../a', 'A/b', 'a b', 'a\n', 'a~b~c', '-a', 'a'.repeat(64)])(
  '%j is not a key',
  (text) => {
    expect(parseProjectKey(text)).toBeNull()
    expect(projectPath(text)).toBe(`/p/${encodeURIComponent(text)}`)
  },
)

test.each(['/', '/o/lab', '/o/lab/p', '/o/lab/p/', '/p/', '/p/A', '/o/A/p/b', '//p/a', '/x/p/a', '/p/lab~demo'])(
  '%j is not a page of a project',
  (path) => {
    expect(splitProjectPath(path)).toBeNull()
  },
)
