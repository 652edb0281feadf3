/**
 * Makes the CLI installable on a runner by itself: dist/assay.mjs is the whole program in one file, dist/package.json
 * makes `npm pack` and `npm install -g` work. Run by `pnpm -F @assay/cli build`.
 */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { z } from 'zod'

const here = import.meta.dirname
const outDirectory = resolve(process.argv[2] ?? join(here, 'dist'))

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(join(here, 'package.json'), 'utf8')))

await rm(outDirectory, { recursive: true, force: true })
await mkdir(outDirectory, { recursive: true })
const program = join(outDirectory, 'assay.mjs')
await build({
  entryPoints: [join(here, 'src/main.ts')],
  outfile: program,
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  legalComments: 'inline',
  // Some libraries are CommonJS and ask for Node's modules by require().
  banner: { js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)" },
  logLevel: 'warning',
})
await chmod(program, 0o755)
await writeFile(
  join(outDirectory, 'package.json'),
  `${JSON.stringify(
    {
      name: 'assay-cli',
      version,
      description: 'Reads what database benchmarks printed, and uploads it to Assay',
      license: 'Apache-2.0',
      type: 'module',
      bin: { assay: 'assay.mjs' },
      files: ['assay.mjs'],
      engines: { node: '>=22.19.0' },
    },
    null,
    2,
  )}\n`,
)
