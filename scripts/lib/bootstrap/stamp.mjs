import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// A step is skipped when its stamp file contains the hash of its inputs. The stamp is stored in the result of the step,
// so that deleting the result deletes the stamp.

/**
 * Hashes names and contents of files, including which ones are missing.
 *
 * @param {string} root names are relative to it, so that a moved checkout keeps its stamps
 * @param {string[]} paths files, and directories that are searched
 * @param {(path: string) => boolean} [wanted] returns true for a relative path to include; called for directories too
 */
export function hashFiles(root, paths, wanted = () => true) {
  const hash = createHash('sha256')
  for (const path of [...paths].sort()) {
    for (const file of filesBelow(path, (found) => wanted(relative(root, found)))) {
      hash.update(`${relative(root, file)}\0`)
      hash.update(createHash('sha256').update(readFileSync(file)).digest())
    }
  }
  return hash.digest('hex')
}

/**
 * @param {string} stampPath
 * @param {string} hash
 */
export function isStamped(stampPath, hash) {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8').trim() === hash
}

/**
 * @param {string} stampPath
 * @param {string} hash
 */
export function writeStamp(stampPath, hash) {
  mkdirSync(dirname(stampPath), { recursive: true })
  writeFileSync(stampPath, `${hash}\n`)
}

/**
 * @param {string} path
 * @param {(path: string) => boolean} wanted
 * @returns {string[]}
 */
function filesBelow(path, wanted) {
  if (!existsSync(path) || !wanted(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesBelow(join(path, name), wanted))
}
