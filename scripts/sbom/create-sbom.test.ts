import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { createSbom } from './create-sbom.ts'

const lock: { packages: Record<string, unknown> } = parse(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8'))
const sbom = createSbom(lock, { name: 'assay', version: '1.0.0' })

test('the bill of materials lists every package of the lock file once, with its hash', () => {
  const listed = sbom.components.map(
    ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`,
  )
  expect(listed.sort()).toEqual(Object.keys(lock.packages).sort())
  expect(new Set(sbom.components.map((one) => one['bom-ref'])).size).toBe(sbom.components.length)
  for (const { purl, hashes } of sbom.components) expect(hashes[0]?.content, purl).toMatch(/^[0-9a-f]{128}$/)
})

test('every dependency refers to a component', () => {
  const refs = new Set([...sbom.components.map((one) => one['bom-ref']), sbom.metadata.component['bom-ref']])
  for (const { ref, dependsOn } of sbom.dependencies) {
    expect(refs).toContain(ref)
    for (const one of dependsOn) expect(refs, ref).toContain(one)
  }
})

test('packages of tests are excluded, those of the server with all that they need are not', () => {
  const scopeOf = (name: string) => sbom.components.find((one) => one.name === name)?.scope
  expect([scopeOf('vitest'), scopeOf('playwright-core'), scopeOf('fast-check')]).toEqual([
    'excluded',
    'excluded',
    'excluded',
  ])
  expect([scopeOf('pg'), scopeOf('pg-protocol'), scopeOf('next'), scopeOf('otplib')]).toEqual(Array(4).fill('required'))
})
