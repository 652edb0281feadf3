// Plain JavaScript, because it runs before any TypeScript.

import { readdir, stat, unlink } from 'node:fs/promises'
import module from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { ROOT } from './node.mjs'

/** Maximum size of the cache. Modules of one version of the sources need about 40 MB. */
const MAX_CACHE_BYTES = 200 * 1024 * 1024

/**
 * Caches compiled modules of this process and of all that it starts. Half of the CPU time until a server answers is
 * removing types and compiling. The default directory of Node is shared by all users of a machine, so it is not used. A
 * directory that cannot be written means that nothing is cached.
 */
export function cacheCompiledModules() {
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.cache/node')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  void pruneCompileCache(process.env.NODE_COMPILE_CACHE)
}

/**
 * Deletes the oldest files of a cache that is too large, until half of the maximum is left. Node adds a file for each
 * changed module and deletes none. A module whose file was deleted is compiled again.
 *
 * @param {string} directory
 */
export async function pruneCompileCache(directory, maxBytes = MAX_CACHE_BYTES) {
  const files = await listFiles(directory)
  let bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= maxBytes) return
  for (const { path, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    // Another process may have deleted it.
    await unlink(path).catch(() => undefined)
    bytes -= size
    if (bytes <= maxBytes / 2) return
  }
}

/** @param {string} directory */
async function listFiles(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => null)
    if (found !== null) files.push({ path, size: found.size, mtimeMs: found.mtimeMs })
  }
  return files
}
