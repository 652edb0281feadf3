/** Bundles the CLI with all its dependencies into dist/assay.mjs. `npm pack` runs this first and packs nothing else. */
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
const outDirectory = resolve(process.argv[2] ?? join(here, 'dist'))

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
  // Some libraries are CommonJS and load Node's modules with require(). Others import createRequire themselves, so the
  // import here has another name.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)",
  },
  logLevel: 'warning',
})
await chmod(program, 0o755)
