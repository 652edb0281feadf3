import { z } from 'zod'

// A software bill of materials in CycloneDX 1.6, from the lock file of pnpm. It lists what an install fetches, so nothing
// has to be installed to create it.

const Snapshot = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})
const Direct = z.record(z.string(), z.object({ version: z.string() })).default({})

const LockFile = z.object({
  importers: z.record(z.string(), z.object({ dependencies: Direct, optionalDependencies: Direct })),
  packages: z.record(
    z.string(),
    z.object({
      resolution: z.object({ integrity: z.string() }),
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
    }),
  ),
  snapshots: z.record(z.string(), Snapshot),
})
type LockFile = z.infer<typeof LockFile>

export type Component = {
  type: 'library'
  'bom-ref': string
  group?: string
  name: string
  version: string
  purl: string
  /** `excluded` for packages that only development and tests need. */
  scope: 'required' | 'excluded'
  hashes: { alg: 'SHA-512'; content: string }[]
}

type Sbom = {
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  version: 1
  metadata: { component: { type: 'application'; name: string; version: string; 'bom-ref': string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** Workspaces that no server and no CLI runs. */
const DEVELOPMENT = new Set(['e2e', 'packages/testing'])

/** @param parsed the content of pnpm-lock.yaml. */
export function createSbom(parsed: unknown, { name, version }: { name: string; version: string }): Sbom {
  const lock = LockFile.parse(parsed)
  const direct = Object.entries(lock.importers)
    .filter(([importer]) => !DEVELOPMENT.has(importer))
    .flatMap(([, one]) => [one.dependencies, one.optionalDependencies])
    .flatMap((group) => Object.entries(group).map(([of, at]) => snapshotKey(of, at.version)))
    .filter((key) => key in lock.snapshots)
  const required = new Set([...reachable(lock, direct)].map(packageKey))
  const components = Object.entries(lock.packages).map(([key, { resolution }]) =>
    componentOf(key, resolution.integrity, required.has(key)),
  )
  const root = `pkg:generic/${name}@${version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, 'bom-ref': root } },
    components,
    dependencies: [{ ref: root, dependsOn: refsOf(direct) }, ...dependenciesOf(lock)],
  }
}

/** Packages appear once for each combination of peers in the lock file, and once here. */
function dependenciesOf({ snapshots }: LockFile): Sbom['dependencies'] {
  const byRef = new Map<string, string[]>()
  for (const [key, snapshot] of Object.entries(snapshots)) {
    const ref = purlOf(packageKey(key))
    byRef.set(ref, [...(byRef.get(ref) ?? []), ...refsOf(childrenOf(snapshot).filter((child) => child in snapshots))])
  }
  return [...byRef].map(([ref, dependsOn]) => ({ ref, dependsOn: [...new Set(dependsOn)].sort() }))
}

/** Follows all dependencies but optional peers, which are only there because of another package. */
function reachable({ snapshots, packages }: LockFile, from: readonly string[]): Set<string> {
  const found = new Set(from)
  for (const key of found) {
    const peers = packages[packageKey(key)]?.peerDependenciesMeta ?? {}
    for (const [name, child] of childrenByName(snapshots[key])) {
      if (child in snapshots && peers[name]?.optional !== true) found.add(child)
    }
  }
  return found
}

const childrenByName = (snapshot: z.infer<typeof Snapshot> | undefined): [name: string, key: string][] =>
  Object.entries({ ...snapshot?.dependencies, ...snapshot?.optionalDependencies }).map(([name, version]) => [
    name,
    snapshotKey(name, version),
  ])

const childrenOf = (snapshot: z.infer<typeof Snapshot>): string[] => childrenByName(snapshot).map(([, key]) => key)

/** An alias names another package with its version. */
const snapshotKey = (name: string, version: string) => (/^@?[a-z].*@\d/i.test(version) ? version : `${name}@${version}`)
const packageKey = (snapshot: string) => snapshot.replace(/\(.*$/, '')
const refsOf = (keys: readonly string[]) => [...new Set(keys.map((key) => purlOf(packageKey(key))))].sort()

function componentOf(key: string, integrity: string, isRequired: boolean): Component {
  const at = key.lastIndexOf('@')
  const [full, version] = [key.slice(0, at), key.slice(at + 1)]
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full]
  const [algorithm, digest = ''] = integrity.split(/-(.*)/)
  const hash = Buffer.from(digest, 'base64').toString('hex')
  return {
    type: 'library',
    'bom-ref': purlOf(key),
    ...(group === undefined ? {} : { group }),
    name: name ?? full,
    version,
    purl: purlOf(key),
    scope: isRequired ? 'required' : 'excluded',
    hashes: algorithm === 'sha512' ? [{ alg: 'SHA-512', content: hash }] : [],
  }
}

/** A package URL, in which the @ of a scope is escaped. */
function purlOf(key: string): string {
  const at = key.lastIndexOf('@')
  return `pkg:npm/${key.slice(0, at).replace('@', '%40')}@${key.slice(at + 1)}`
}
