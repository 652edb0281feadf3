import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of /proc and /sys below a root, which tests replace; missing or unreadable files are null. */
export class SystemFiles {
  readonly root: string

  constructor(root = '/') {
    this.root = root
  }

  /** Returns the trimmed content; null also for an empty file. */
  async text(path: string): Promise<string | null> {
    try {
      const content = (await readFile(join(this.root, path), 'utf8')).trim()
      return content === '' ? null : content
    } catch {
      return null
    }
  }

  /** Returns the names in a directory, sorted; empty when it does not exist. */
  async list(path: string): Promise<string[]> {
    try {
      return (await readdir(join(this.root, path))).sort()
    } catch {
      return []
    }
  }

  /** Returns the target of a link, within the root; null for a broken link. */
  async follow(path: string): Promise<string | null> {
    try {
      const [target, root] = [await realpath(join(this.root, path)), await realpath(this.root)]
      return root === '/' ? target : target.startsWith(root) ? target.slice(root.length) : null
    } catch {
      return null
    }
  }
}
