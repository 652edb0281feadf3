import { readFile, stat } from 'node:fs/promises'
import { EXIT } from '../exit-code.ts'
import { Stop, stopOfSystemError } from '../stop.ts'

/** The OS user that executes a benchmark in place of the runner. */
export type SeparateUser = { name: string; uid: number; gid: number; home: string }

/**
 * Reads a user and checks that it can read none of the protected files: they belong to the runner and have no
 * permission for others.
 *
 * @throws Stop when assay cannot change the user, or when the user could read a file.
 */
export async function readSeparateUser(name: string, protectedPaths: readonly string[]): Promise<SeparateUser> {
  if (process.getuid?.() !== 0)
    throw new Stop(EXIT.usage, '--as-user needs root, which can start a program as another user.')
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith(`${name}:`))
  const [, , uid, gid, , home = '/'] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined)
    throw new Stop(EXIT.usage, `--as-user: there is no user ${name} in /etc/passwd. Create it: useradd ${name}.`)
  const user = { name, uid: Number(uid), gid: Number(gid), home }
  if (user.uid === 0) throw new Stop(EXIT.usage, `--as-user: ${name} is root, which can read every file.`)
  for (const path of protectedPaths) await checkProtected(path, user)
  return user
}

async function checkProtected(path: string, { name, uid }: SeparateUser): Promise<void> {
  const found = await stat(path).catch((cause: unknown) => {
    throw stopOfSystemError(cause, path)
  })
  if (found.uid === uid) throw new Stop(EXIT.usage, `${path} belongs to ${name}, who could read it. Change its owner.`)
  if ((found.mode & 0o077) === 0) return
  const mode = found.isDirectory() ? 700 : 600
  throw new Stop(EXIT.usage, `${path} can be read by other users. Protect it: chmod ${mode} ${path}`)
}
