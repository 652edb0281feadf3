import { expect, test } from 'vitest'
import { buildOf } from './ask-postgres.ts'
import { askServer } from './ask-server.ts'
import { addressInWords, parseServerUrl } from './server-address.ts'
import { configOf, settingsToKeep } from './server-facts.ts'

test('settings with paths and secrets are not recorded', () => {
  const settings = settingsToKeep([
    ['work_mem', '64MB'],
    ['data_directory', '/home/me/data'],
    ['port', '5433'],
    ['primary_conninfo', 'host=a password=geheim'],
    ['log_min_duration_statement', '10'],
    ['io_method', 'worker'],
    ['shared_preload_libraries', 'password=geheim'],
  ])
  expect(settings).toEqual({ io_method: 'worker', shared_preload_libraries: 'password=***', work_mem: '64MB' })
})

test('equal settings are one config, unless a person names it', () => {
  const [a, b] = [configOf({ work_mem: '4MB' }, undefined), configOf({ work_mem: '8MB' }, undefined)]
  expect(a.name).toMatch(/^settings-[0-9a-f]{8}$/)
  expect(configOf({ work_mem: '4MB' }, undefined)).toEqual(a)
  expect(b.name).not.toBe(a.name)
  expect(configOf({ work_mem: '8MB' }, 'x10b').name).toBe('x10b')
})

test.each([
  [
    'PostgreSQL 15.14 (Debian 15.14-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14+deb12u1) 12.2.0, 64-bit',
    { compiler: 'gcc', compilerVersion: '12.2.0' },
  ],
  [
    'PostgreSQL 18.0 on aarch64-unknown-linux-gnu, compiled by clang version 18.1.3, 64-bit',
    { compiler: 'clang', compilerVersion: '18.1.3' },
  ],
  [
    'PostgreSQL 18.0 on x86_64-apple-darwin, compiled by Apple clang version 15.0.0 (clang-1500.3.9.4), 64-bit',
    { compiler: 'clang', compilerVersion: '15.0.0' },
  ],
  ['PostgreSQL 17.0 on x86_64-windows, compiled by msvc-19.41.34120, 64-bit', {}],
])('%s was built so', (version, build) => {
  expect(buildOf(version)).toEqual(build)
})

test('an address is parsed with all its parts, and displayed without user and password', () => {
  const address = parseServerUrl('postgresql://me:ge%20heim@[::1]:5433/bench')
  expect(address).toEqual({
    kind: 'postgres',
    host: '::1',
    port: 5433,
    user: 'me',
    password: 'ge heim',
    database: 'bench',
  })
  expect(address && addressInWords(address)).toBe('::1:5433')
  expect(parseServerUrl('mariadb://box')).toMatchObject({ kind: 'mysql', host: 'box', database: undefined })
  for (const text of ['', 'box', 'http://box', 'postgres']) expect(parseServerUrl(text)).toBeNull()
})

test('an unreachable server of any kind is reported in a sentence', async () => {
  for (const kind of ['postgres', 'mysql'] as const) {
    const { facts, why } = await askServer({ kind, host: '127.0.0.1', port: 1, user: 'me', password: 'geheim' })
    expect(facts).toBeNull()
    expect(why).toMatch(/server at 127\.0\.0\.1:1 did not answer: .*ECONNREFUSED/)
  }
})
