import { expect, test } from 'vitest'
import { isPathTraversal } from './path-traversal.ts'

test.each(['/etc/passwd', '\\\\server\\x', 'C:\\x', 'c:x', '..', '../x', 'a/../x', 'a\\..\\x', 'a/..', 'x\0.txt'])(
  '%j leads out of the archive',
  (path) => {
    expect(isPathTraversal(path)).toBe(true)
  },
)

test.each(['x', './x', 'a/b', 'a..b/c', '...', 'a/..b', 'ab:c'])('%j stays in the archive', (path) => {
  expect(isPathTraversal(path)).toBe(false)
})
