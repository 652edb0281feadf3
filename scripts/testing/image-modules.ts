import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'

/** A module that the image lacks: a file that is not copied, or a package that is not installed for production. */
export type MissingModule = { from: string; needs: string }

const IMPORT =
  /^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?['"]([@\w./:-]+)['"]|\bimport\(\s*['"]([@\w./:-]+)['"]\s*\)/gm
/** Paths of programs and worker threads that a module starts. */
const STARTED = /['"](\.{0,2}\/?[\w./-]+\.(?:ts|mjs))['"]/g

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  exports: z.record(z.string(), z.string()).default({}),
})
const readManifest = (folder: string) =>
  Manifest.parse(JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')))

/** The paths that the last stage of a Dockerfile copies from the checkout. */
export function copiedPaths(dockerfile: string): string[] {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  return [...last.matchAll(/^COPY --from=build (.+)$/gm)].flatMap(([, paths = '']) =>
    paths
      .split(/\s+/)
      .slice(0, -1)
      .map((path) => path.replace(/^\/app\//, '')),
  )
}

/** Follows the imports of the entry modules. @returns what the image lacks, and the number of modules that were read */
export function findMissingModules(entries: readonly string[], copied: readonly string[]) {
  const missing: MissingModule[] = []
  const seen = new Set<string>()
  const waiting = entries.map((file) => ({ from: 'Dockerfile', file }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { from, file } = next
    if (seen.has(file)) continue
    seen.add(file)
    const isCopied = copied.some((path) => file === path || file.startsWith(`${path}/`))
    if (!isCopied || !existsSync(join(ROOT, file))) {
      missing.push({ from, needs: file })
      continue
    }
    for (const specifier of importsOf(file)) {
      const found = resolveModule(file, specifier)
      if (found === 'missing') missing.push({ from: file, needs: specifier })
      else if (found !== null) waiting.push({ from: file, file: found })
    }
    for (const started of startedBy(file)) waiting.push({ from: file, file: started })
  }
  return { missing, count: seen.size }
}

const readModule = (file: string) => readFileSync(join(ROOT, file), 'utf8').replaceAll(/^\s*(?:\/\/|\*).*$/gm, '')

const importsOf = (file: string): string[] =>
  [...readModule(file).matchAll(IMPORT)].map(([, named, dynamic]) => named ?? dynamic ?? '')

const startedBy = (file: string): string[] =>
  [...readModule(file).matchAll(STARTED)]
    .map(([, path = '']) => relative(ROOT, join(ROOT, dirname(file), path)))
    .filter((path) => !path.includes('.test.') && existsSync(join(ROOT, path)))

/** Returns the file of a module of this checkout, null for an installed package, and `missing` for any other. */
function resolveModule(from: string, specifier: string): string | null | 'missing' {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return null
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const own = readManifest(/^(?:packages|apps)\/[^/]+/.exec(from)?.[0] ?? '.')
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  if (!(name in own.dependencies) && !(name in own.optionalDependencies)) return 'missing'
  if (!name.startsWith('@assay/')) return null
  const folder = `packages/${name.slice('@assay/'.length)}`
  return exportedFile(folder, `.${specifier.slice(name.length)}`) ?? 'missing'
}

function exportedFile(folder: string, path: string): string | null {
  for (const [pattern, target] of Object.entries(readManifest(folder).exports)) {
    const [before = '', after] = pattern.split('*')
    if (after === undefined ? pattern === path : path.startsWith(before) && path.endsWith(after)) {
      return join(folder, target.replace('*', path.slice(before.length)))
    }
  }
  return null
}
