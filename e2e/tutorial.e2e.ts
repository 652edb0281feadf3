// The commands of the tutorial are run as they stand, and print what it shows.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'

test.use({ sharesPage: false })

const ROOT = join(import.meta.dirname, '..')
const TUTORIAL = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8')

/** A command, and the lines that the tutorial shows as its output. */
const STEPS = [...TUTORIAL.matchAll(/```sh\nnpx (assay .+)\n```(?:\n\n```\n([^`]+)```)?/g)].map(
  ([, command = '', output = '']) => ({ command, lines: output.split('\n').filter((line) => line !== '') }),
)

test('the commands of the tutorial work and print what it shows', async ({ page, baseURL, runner }) => {
  expect(STEPS).toHaveLength(5)
  const env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, ASSAY_URL: baseURL, ASSAY_DATA_DIR: runner.dataDir },
    ASSAY_SPOOL_DIR: mkdtempSync(join(tmpdir(), 'assay-spool-')),
  }
  let last = ''
  for (const { command, lines } of STEPS) {
    // The machine has a unique name, because other tests use the demo at the same time.
    const own = command.replaceAll('my-laptop', runner.name).replace(/^assay/, `"${process.execPath}" bin/assay.mjs`)
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', own], { cwd: ROOT, env })
    for (const line of lines) expect(`${stdout}${stderr}`, command).toContain(line)
    last = stdout
  }
  await open(page, new URL(last.trim()).pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My first comparison')
})
