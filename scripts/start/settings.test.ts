import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { readSettings } from './settings.ts'

const example = parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8'))

test('.env.example states the default of each variable', () => {
  const { publicUrl, metrics, ...settings } = readSettings(example)
  const { publicUrl: none, metrics: local, ...defaults } = readSettings({})
  expect(settings).toEqual(defaults)
  expect([metrics, local]).toEqual([{ kind: 'off' }, { kind: 'loopback' }])
  expect([publicUrl, none]).toEqual(['http://localhost:3000', undefined])
})

test('.env.example is valid for the web server and the CLI', async () => {
  const web = await import('../../apps/web/src/env.ts')
  const cli = await import('../../apps/cli/src/environment.ts')
  const { dataDir, port } = readSettings(example)
  const given = { ...example, DATABASE_URL: 'postgresql://localhost/assay', ASSAY_DATA_DIR: dataDir }
  expect(web.readEnvironment(given)).toMatchObject({ PORT: port, ASSAY_DATA_DIR: dataDir })
  expect(cli.readEnvironment(example).serverUrl.href).toBe('http://localhost:3000/')
})

test('an empty variable has its default', () => {
  expect(readSettings({ PORT: '', HOST: '', DATABASE_URL: '', ASSAY_DATA_DIR: '' })).toEqual(readSettings({}))
})

test('the data directory is below the checkout, for any working directory', () => {
  expect(readSettings({ ASSAY_DATA_DIR: 'here' }).dataDir).toBe(join(ROOT, 'here'))
  expect(readSettings({ ASSAY_DATA_DIR: '/there' }).dataDir).toBe('/there')
})

test('every invalid variable is named, with a reference to the documentation', () => {
  expect(() => readSettings({ PORT: '70000', ASSAY_PUBLIC_URL: 'ftp://x' })).toThrow(
    /^PORT is wrong .*; ASSAY_PUBLIC_URL is wrong .*\.env\.example lists every variable\.$/,
  )
})
