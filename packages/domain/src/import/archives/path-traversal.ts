/** True for a path of an archive that leads out of its root when it is unpacked, on any operating system. */
export const isPathTraversal = (path: string): boolean =>
  /^(?:[/\\]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes('..') || path.includes('\0')
