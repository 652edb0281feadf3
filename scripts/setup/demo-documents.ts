import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_SAVED_COMPARISONS } from '../../demo/demo-comparisons.ts'
import { DEMO_KNOWN_BUGS } from '../../demo/demo-known-bugs.ts'
import { DEMO_SPECS } from '../../demo/specs/specs.ts'
import { ROOT } from '../lib/bootstrap/node.mjs'

const DIRECTORY = join(ROOT, 'demo/documents')
const EXPERIMENTS = join(ROOT, 'demo/experiments')
const RUNNERS = join(ROOT, 'demo/runners')

/** Lists the files of the demo project, in a fixed order; none in a checkout without them. */
export const listDemoFiles = (): string[] => listPacked(DIRECTORY)

/** Lists the recorded experiments, whose runs are among those files. */
export const listExperimentFiles = (): string[] => listPacked(EXPERIMENTS)

/** Lists the recorded histories of runners, whose runs are among those files. */
export const listRunnerFiles = (): string[] => listNamed(RUNNERS, '.json')

const listPacked = (directory: string): string[] => listNamed(directory, '.json.gz')

function listNamed(directory: string, ending: string): string[] {
  if (!existsSync(directory)) return []
  const names = readdirSync(directory).filter((name) => name.endsWith(ending))
  return names.sort().map((name) => join(directory, name))
}

/**
 * True when exactly these documents, known bugs, saved comparisons and specs were loaded before into the project with
 * this id.
 */
export function isDemoLoaded({ dataDir, projectId }: { dataDir: string; projectId: string }): boolean {
  const path = notePath(dataDir)
  return existsSync(path) && readFileSync(path, 'utf8') === note(projectId)
}

export function noteDemoLoaded({ dataDir, projectId }: { dataDir: string; projectId: string }): void {
  writeFileSync(notePath(dataDir), note(projectId))
}

const notePath = (dataDir: string) => join(dataDir, 'demo-loaded')

/** The id is random, so the project of another database has another id, and its demo is loaded again. */
function note(projectId: string): string {
  const hash = createHash('sha256')
  for (const path of [...listDemoFiles(), ...listExperimentFiles(), ...listRunnerFiles()])
    hash.update(readFileSync(path))
  hash.update(JSON.stringify([DEMO_KNOWN_BUGS, DEMO_SAVED_COMPARISONS, DEMO_SPECS]))
  return `${projectId} ${hash.digest('hex')}\n`
}
