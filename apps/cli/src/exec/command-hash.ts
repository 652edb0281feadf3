import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, realpath, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { EXIT } from '../exit-code.ts'
import { Stop } from '../stop.ts'

/** Hashes of what a command executes. A candidate that replaces the benchmark or its script has others. */
export type CommandHashes = {
  binarySha256: string
  /** Hash of all arguments that are files, such as the script of `pgbench -f`; null without any. */
  filesSha256: string | null
}

export async function commandHashes(argv: readonly string[], searchPath: string): Promise<CommandHashes> {
  const [program = '', ...args] = argv
  const binarySha256 = await fileHash(await findProgram(program, searchPath))
  const files: string[] = []
  for (const argument of args) if (await isFile(argument)) files.push(await fileHash(argument))
  const filesSha256 = files.length === 0 ? null : createHash('sha256').update(files.join('\n')).digest('hex')
  return { binarySha256, filesSha256 }
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
