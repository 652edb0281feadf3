// Response headers: foreign scripts do not run, and other sites cannot frame our pages. every-page.e2e.ts follows the
// links of the demo, and checks that no page violates its own policy.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { LIGHT_PAGE, sectionLink } from './support/navigation.ts'
import { open } from './support/ready.ts'
import { expect, test } from './support/test.ts'
import { listenForViolations } from './support/violations.ts'

const APP = join(import.meta.dirname, '../apps/web/src/app')

/** Values of route parameters; a page that is not found must be as safe. */
const VALUES: Record<string, string> = {
  project: 'demo',
  slug: 'rocksdb-13996',
  study: 'versions',
  id: '00000000-0000-0000-0000-000000000000',
}

const DEMO = '/o/assay/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&group=writes&clients=24'

/** Returns the path segments of each page and route handler that has a file. */
function routesOfFiles(): string[][] {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /(?:^|\/)(?:page|route)\.tsx?$/.test(file))
    .map((file) => file.split('/').slice(0, -1))
    .map((parts) => parts.filter((part) => !/^[(@]/.test(part)))
}

const addressesOfFiles = (): string[] =>
  routesOfFiles().map((parts) => `/${parts.map(filledPart).join('/')}`.replace(/^\/p\/demo(?=\/|$)/, '/o/assay/p/demo'))

function filledPart(part: string): string {
  const name = /^\[+(?:\.\.\.)?(\w+)\]+$/.exec(part)?.[1]
  return name === undefined ? part : (VALUES[name] ?? 'x')
}

async function addressesOfApi(request: APIRequestContext): Promise<{ method: string; path: string }[]> {
  const document: { paths: Record<string, Record<string, unknown>> } = await (
    await request.get('/api/openapi.json')
  ).json()
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? 'x'),
    })),
  )
}

/** Returns the address of a script of the build. */
async function addressOfScript(request: APIRequestContext): Promise<string> {
  const page = await (await request.get('/o/assay/p/demo')).text()
  return /\/_next\/static\/[^"\\]+\.js/.exec(page)?.[0] ?? 'no script on the page'
}

test('every route responds with all headers: pages, files, API, redirects and errors', async ({ request }) => {
  const addresses = [
    ...addressesOfFiles().map((path) => ({ method: 'get', path })),
    ...(await addressesOfApi(request)),
    ...[
      await addressOfScript(request),
      '/icon.svg',
      '/favicon.ico',
      '/',
      DEMO,
      '/nothing/here',
      '/_next/nothing.js',
    ].map((path) => ({ method: 'get', path })),
    { method: 'get', path: '/p/demo' },
    { method: 'post', path: '/o/assay/p/demo' },
    { method: 'trace', path: '/o/assay/p/demo' },
    { method: 'get', path: '/api/v1/%' },
    { method: 'get', path: '/%ff' },
  ]
  expect(addresses.length).toBeGreaterThan(60)
  const wrong: string[] = []
  for (const { method, path } of addresses) {
    const answer = await request.fetch(path, { method, maxRedirects: 0 })
    const headers = answer.headers()
    const policy = headers['content-security-policy'] ?? ''
    const expectHeld = (holds: boolean, what: string) => {
      if (!holds) wrong.push(`${method} ${path} (${answer.status()}): ${what}`)
    }
    expectHeld(answer.status() < 500, 'a fault')
    expectHeld(headers['x-content-type-options'] === 'nosniff', 'nosniff')
    expectHeld(/^(?:same-origin|no-referrer)$/.test(headers['referrer-policy'] ?? ''), 'Referrer-Policy')
    expectHeld(headers['cross-origin-opener-policy'] === 'same-origin', 'Cross-Origin-Opener-Policy')
    expectHeld(
      /^(?:same|cross)-origin$/.test(headers['cross-origin-resource-policy'] ?? ''),
      'Cross-Origin-Resource-Policy',
    )
    expectHeld((headers['permissions-policy'] ?? '').includes('camera=()'), 'Permissions-Policy')
    expectHeld(headers['x-powered-by'] === undefined, 'X-Powered-By')
    expectHeld(policy.includes("default-src 'none'"), 'Content-Security-Policy')
    expectHeld(!/script-src[^;]*unsafe|unsafe-eval|script-src[^;]*(?:https?:|\*)/.test(policy), 'scripts of others')
    const framed = /^\/(?:embed\/|published\/[^/]+\/[^/]+\/embed$)/.test(path)
    expectHeld((headers['x-frame-options'] === 'DENY') !== framed, 'X-Frame-Options')
  }
  expect(wrong).toEqual([])
})

test('each response has its own nonce, and all its scripts have it', async ({ request }) => {
  const seen = new Set<string>()
  for (let time = 0; time < 3; time++) {
    const answer = await request.get(DEMO, { headers: { 'content-security-policy': "script-src 'nonce-chosen'" } })
    const nonce = /'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1] ?? ''
    expect(nonce).toMatch(/^[\w+/]{24}$/)
    seen.add(nonce)
    const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(3)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  }
  expect(seen.size).toBe(3)
})

test.describe('in the browser', () => {
  test.use({ sharesPage: false })

  test('lazily loaded scripts comply with the policy', async ({ page }) => {
    const violations = await listenForViolations(page)
    await open(page, LIGHT_PAGE)
    // The palette opens, then another page replaces this one without a full load.
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await sectionLink(page, 'Write').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ reports/)
    expect(violations).toEqual([])
  })
})
