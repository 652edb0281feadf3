/**
 * Bundles the CLI with all its dependencies into dist/assay.mjs. `npm pack` runs this first and packs nothing else.
 * `bundle.ts DIRECTORY --package` also writes DIRECTORY/assay-cli.tgz, which npm installs; a server offers both files.
 */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { build } from 'esbuild'
import { pack } from 'tar-stream'
import manifest from './package.json' with { type: 'json' }

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
if (process.argv.includes('--package')) await writePackage()

/** Writes what `npm pack` would write, without npm: the program and a manifest without what only the checkout needs. */
async function writePackage(): Promise<void> {
  const { name, version, description, license, type, bin, engines } = manifest
  const archive = pack()
  archive.entry(
    { name: 'package/package.json' },
    JSON.stringify({ name, version, description, license, type, bin, engines }),
  )
  archive.entry({ name: 'package/dist/assay.mjs', mode: 0o755 }, await readFile(program))
  archive.finalize()
  await writeFile(join(outDirectory, 'assay-cli.tgz'), await buffer(archive.pipe(createGzip())))
}
