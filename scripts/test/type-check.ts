import { join } from 'node:path'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { add, type Count, countCheck, NOTHING } from './count.ts'
import { runTool } from './run-tool.ts'

/**
 * The root project contains everything that runs in Node: one program reads each source once, where one for each package
 * takes three times the CPU time. The web application has the types of a browser, so it is checked separately.
 */
const PROJECTS = ['.', 'apps/web']

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
