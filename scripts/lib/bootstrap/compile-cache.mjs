// Plain JavaScript, because it runs before any TypeScript.

import module from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { ROOT } from './node.mjs'

/**
 * Caches compiled modules of this process and of all that it starts. Half of the CPU time until a server answers is
 * removing types and compiling. The default directory of Node is shared by all users of a machine, so it is not used. A
 * directory that cannot be written means that nothing is cached.
 */
export function cacheCompiledModules() {
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.cache/node')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
