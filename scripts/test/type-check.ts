import { join } from 'node:path'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { add, type Count, countCheck, NOTHING } from './count.ts'
import { runTool } from './run-tool.ts'

/** Each project is checked separately. The root project contains scripts, bench, chaos, demo and e2e. */
const PROJECTS = ['.', 'packages/domain', 'packages/db', 'packages/api', 'packages/testing', 'apps/web', 'apps/cli']

export async function typeCheck(): Promise<Count> {
  let count = NOTHING
  // Generates the types of the routes, such as PageProps<'/runs/[id]'>, which the pages need.
  const typegen = await runTool('next', ['typegen'], { cwd: join(ROOT, 'apps/web') })
  if (typegen !== 0) console.log('next typegen failed, so apps/web may not check')
  for (const project of PROJECTS) {
    const seen = join(ROOT, '.cache/types', `${project === '.' ? 'root' : project.replace('/', '-')}.tsbuildinfo`)
    const remembering = ['--incremental', '--tsBuildInfoFile', seen]
    const code = await runTool('tsc', ['--noEmit', ...remembering, '--pretty', 'false', '-p', project])
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${project}`)
    count = add(count, countCheck(`types: ${project}`, code === 0))
  }
  return count
}
