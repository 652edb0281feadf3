import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, realpath, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { EXIT } from '../exit-code.ts'
import { Stop } from '../stop.ts'

/**
 * Hash of what a command executes: its program, and every argument that is a file, such as the script of `pgbench -f`.
 * A candidate that replaces the benchmark or its script has another hash.
 */
export async function commandHash(argv: readonly string[], searchPath: string): Promise<string> {
  const [program = '', ...args] = argv
  const hashes = [await fileHash(await findProgram(program, searchPath))]
  for (const argument of args) if (await isFile(argument)) hashes.push(await fileHash(argument))
  const [only] = hashes
  return hashes.length === 1 && only !== undefined ? only : createHash('sha256').update(hashes.join('\n')).digest('hex')
}

async function findProgram(program: string, searchPath: string): Promise<string> {
  const candidates = program.includes('/')
    ? [program]
    : searchPath.split(delimiter).map((folder) => join(folder, program))
  for (const path of candidates) {
    try {
      await access(path, constants.X_OK)
      if (await isFile(path)) return await realpath(path)
    } catch {
      // The next folder of the path may have it.
    }
  }
  throw new Stop(EXIT.usage, `There is no program ${program}. Install it, or give its full path.`)
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
