import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../lib/bootstrap/node.mjs'

type Stage = { root: string; workdir: string; env: Record<string, string> }

/** The last stage of a Dockerfile: its files below `root`, its variables, its health check and its command. */
export type ReplayedImage = Stage & { healthcheck: string[]; command: string[] }

/**
 * Carries out the steps of a Dockerfile where there is no engine: each stage is a folder, files are copied as `COPY` says,
 * and commands run in the working directory of the stage. Node is that of this machine, and users are not changed.
 *
 * @param directory an empty one for the stages.
 */
export function replayDockerfile(text: string, directory: string): ReplayedImage {
  const stages = new Map<string, Stage>()
  let stage: Stage = { root: directory, workdir: '/', env: {} }
  let healthcheck: string[] = []
  let command: string[] = []
  for (const line of instructionsOf(text)) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? []
    if (name === 'FROM') {
      const [from = '', , as = 'last'] = rest.split(/\s+/)
      stage = startStage(join(directory, as), stages.get(from))
      stages.set(as, stage)
    } else if (name === 'ENV') {
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value
    } else if (name === 'WORKDIR') {
      stage.workdir = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
    } else if (name === 'COPY') copy(stage, stages, rest.split(/\s+/))
    else if (name === 'RUN') run(stage, rest)
    else if (name === 'HEALTHCHECK') healthcheck = JSON.parse(rest.slice(rest.indexOf('[')))
    else if (name === 'CMD') command = JSON.parse(rest)
    else if (!['USER', 'VOLUME', 'EXPOSE'].includes(name)) throw new Error(`The replay does not know ${line}`)
  }
  return { ...stage, healthcheck, command }
}

const instructionsOf = (text: string): string[] =>
  text
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

function startStage(root: string, from: Stage | undefined): Stage {
  mkdirSync(root, { recursive: true })
  // `cp` keeps the links of pnpm and shares blocks where the file system can.
  if (from !== undefined) execute('cp', ['-a', '--reflink=auto', `${from.root}/.`, root], {})
  return { root, workdir: from?.workdir ?? '/', env: { ...from?.env } }
}

function copy(stage: Stage, stages: ReadonlyMap<string, Stage>, words: readonly string[]): void {
  const from = words[0]?.startsWith('--from=') ? stages.get(words[0].slice('--from='.length)) : null
  const paths = words[0]?.startsWith('--') ? words.slice(1) : words
  const target = paths.at(-1) ?? ''
  const to = join(stage.root, target.startsWith('/') ? '' : stage.workdir, target)
  for (const path of paths.slice(0, -1)) {
    if (from === undefined) throw new Error(`There is no stage for ${words.join(' ')}`)
    if (from === null && path === '.') copyCheckout(to)
    else copyPath(join(from === null ? ROOT : from.root, path), to, target.endsWith('/') || paths.length > 2)
  }
}

/** The content of a folder is copied into the target; a file into a target that is a folder. */
function copyPath(from: string, to: string, isFolder: boolean): void {
  const isDirectory = statSync(from).isDirectory()
  const target = isDirectory || !isFolder ? to : join(to, from.slice(from.lastIndexOf('/') + 1))
  mkdirSync(isDirectory ? target : dirname(target), { recursive: true })
  execute('cp', ['-a', '--reflink=auto', isDirectory ? `${from}/.` : from, target], {})
}

function copyCheckout(to: string): void {
  for (const path of contextFiles()) {
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(to, path), { verbatimSymlinks: true })
  }
}

/** Lists the files that the engine would send: those in the repository, without those that .dockerignore names. */
export function contextFiles(): string[] {
  const ignored = (readFileSync(join(ROOT, '.dockerignore'), 'utf8').match(/^[^#\s].*$/gm) ?? []).map(matchIgnored)
  const listed = execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  return listed.split('\0').filter((path) => path !== '' && !ignored.some((matches) => matches(path)))
}

const BELOW_SOURCES = '**/src/**/'

/** The forms of patterns that the file has: a path, and a name or an ending at any depth, or below `src`. */
function matchIgnored(pattern: string): (path: string) => boolean {
  if (pattern.startsWith(BELOW_SOURCES)) {
    const name = pattern.slice(BELOW_SOURCES.length)
    return (path) => path.split('/').indexOf(name) > path.split('/').indexOf('src') && path.includes('src/')
  }
  if (pattern.startsWith('**/*.')) return (path) => path.endsWith(pattern.slice('**/*'.length))
  if (pattern.startsWith('**/')) return (path) => path.split('/').includes(pattern.slice('**/'.length))
  if (pattern.includes('*')) throw new Error(`The replay does not know the pattern ${pattern}`)
  return (path) => path === pattern || path.startsWith(`${pattern}/`)
}

const GLOBAL = /^npm install --global /

/** Runs a command; paths of the image are those below its folder, and global packages are installed below it. */
function run(stage: Stage, command: string): void {
  const programs = join(stage.root, 'usr/local')
  const inStage = command
    .replace(GLOBAL, `npm install --global --prefix ${programs} `)
    .replaceAll(/(?<=mkdir |node:node )\/(?=\w)/g, `${stage.root}/`)
    .replaceAll(/\bchown \S+ \S+/g, 'true')
  const env = { ...process.env, ...stage.env, PATH: `${programs}/bin:${process.env.PATH}` }
  execute('sh', ['-c', inStage], { cwd: join(stage.root, stage.workdir), env })
}

function execute(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv }): string {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8', maxBuffer: 100_000_000 })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout.slice(-4_000)}${stderr.slice(-4_000)}`)
  return stdout
}
