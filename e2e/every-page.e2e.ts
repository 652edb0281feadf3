// What holds for every page: it fits a phone, it can be printed, and it can be read in the dark.

import type { Page } from '@playwright/test'
import { specsOf } from './support/calls.ts'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { setUpOwner } from './support/people.ts'
import { expect, test } from './support/test.ts'

const PAGES: { name: string; go: (page: Page) => Promise<unknown> }[] = [
  { name: 'overview', go: (page) => page.goto('/p/demo') },
  { name: 'studies', go: (page) => page.goto('/p/demo/compare') },
  {
    name: 'comparison',
    go: (page) =>
      page.goto('/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&group=writes&clients=24'),
  },
  { name: 'runs', go: (page) => page.goto('/p/demo/runs?product=PostgreSQL') },
  { name: 'run', go: (page) => follow(page, '/p/demo/runs?product=PostgreSQL&hardware=dell32', 'PostgreSQL 18.0') },
  { name: 'hardware', go: (page) => follow(page, '/p/demo/hardware', 'dell32') },
  {
    name: 'noise of a machine',
    go: async (page) => {
      await follow(page, '/p/demo/hardware', 'dell32')
      await page.getByRole('link', { name: 'How noisy it is' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noise of dell32')
    },
  },
  { name: 'build', go: (page) => follow(page, '/p/demo/builds', 'PostgreSQL 18.0') },
  { name: 'version', go: (page) => page.goto('/p/demo/versions/RocksDB/10.6.2') },
  { name: 'config', go: (page) => follow(page, '/p/demo/configs', 'x10d_c32r128') },
  { name: 'saved comparisons', go: (page) => page.goto('/p/demo/saved') },
  { name: 'saved comparison', go: (page) => page.goto('/p/demo/saved/postgres-18-io-methods') },
  { name: 'specs', go: (page) => page.goto('/p/demo/specs') },
  { name: 'spec', go: (page) => page.goto('/p/demo/specs/FS-1') },
  { name: 'known bugs', go: (page) => page.goto('/p/demo/known-bugs') },
  { name: 'known bug', go: (page) => page.goto('/p/demo/known-bugs/rocksdb-13996') },
  { name: 'spec with figures', go: (page) => page.goto('/p/demo/specs/DS-1') },
  {
    name: 'readers of a spec',
    go: async (page) => page.goto(`/p/demo/specs/${(await specWithReader(page)).name}/readers`),
  },
  { name: 'spec by the link of a reader', go: async (page) => page.goto((await specWithReader(page)).link) },
  { name: 'signing in', go: (page) => page.goto('/sign-in') },
  { name: 'signing up', go: (page) => page.goto('/sign-up') },
  { name: 'a new password', go: (page) => page.goto('/reset-password') },
  { name: 'confirming an address', go: (page) => page.goto('/verify?token=x') },
  { name: 'an invitation that is over', go: (page) => page.goto('/invitations/x') },
  { name: 'API', go: (page) => page.goto('/docs/api') },
]

for (const { name, go } of PAGES) {
  test(`${name}: fits a phone, and prints without its controls`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    await go(page)
    await expectNoSidewaysScroll(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch light and dark' })).toBeHidden()
    await expect(page.getByRole('form', { name: /^(Filter|Comparison)/ })).toBeHidden()
  })

  test(`${name}: can be read in the dark`, async ({ page, expectAccessible }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await go(page)
    await expectAccessible('color-contrast', 'link-in-text-block')
  })
}

/** A draft that an outsider may read. */
async function specWithReader(page: Page): Promise<{ name: string; link: string }> {
  await setUpOwner(page)
  const { create, inviteOutsider } = specsOf(page)
  const name = await create({ kind: 'functional', title: 'Read from outside', text: '## Goals\n\nAll of them.' })
  return { name, link: await inviteOutsider(name, 'Rita Outside') }
}

async function follow(page: Page, list: string, link: string): Promise<void> {
  await page.goto(list)
  await page.getByRole('main').getByRole('link', { name: link, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(link)
}
