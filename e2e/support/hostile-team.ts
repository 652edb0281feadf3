import { hostileMarkdown, hostileTexts, some } from '@assay/testing/hostile-markup'
import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'

/**
 * Stores an organization with a project in which every name and text is a payload, as the person of the page. @returns
 * its pages
 */
export async function storeHostileTeam(page: Page): Promise<string[]> {
  const call = callsOf(page)
  const texts = hostileTexts().filter((text) => text.length < 90 && text.trim() === text && !/\p{Cc}/u.test(text))
  let next = 0
  const text = () => texts[next++ % texts.length] ?? ''
  const organization = `xss-${crypto.randomUUID()}`
  await call('organizations.create', { slug: organization, name: text() })
  const project = `xss-${crypto.randomUUID()}`
  await call('projects.create', { organization, slug: project, name: text(), description: text() })
  for (const kind of ['runner', 'reader']) await call('tokens.create', { project, kind, name: text(), days: 30 })
  const options = { name: text(), products: [text()], hardware: [text()], weekly: true }
  const address = 'https://hooks.assay.test/incoming'
  const target = await call('notifications.create', { project, kind: 'webhook', address, options })
  await call('ownNotifications.create', { project, kind: 'slack', address, options: { ...options, name: text() } })
  const scope = { test: text(), metric: text(), hardware: text() }
  await call('rules.save', { project, rule: { place: scope, rule: { method: 'percentage', limit: 0.5 } } })
  const markdown = some(hostileMarkdown(), process.env.ASSAY_XSS === 'all' ? 1 : 5, 2).join('\n\n')
  const body = markdown.replaceAll(/\p{Cc}(?<!\n)/gu, ' ').slice(0, 60_000)
  const spec = { kind: 'functional', title: text(), text: `# ${text()}\n\n${body}` }
  const { name } = await call('specs.create', { project, spec })
  const anchor = { kind: 'whole', block: null, quote: '', prefix: '', suffix: '' }
  const act = (action: object) => call('specs.act', { project, name, action })
  await act({ kind: 'give', body: body.slice(0, 15_000), anchor, revision: 1, giver: text() })
  await call('specs.revise', { project, name, revision: { base: 1, title: text(), text: `# ${text()}`, note: text() } })
  const settings = `/p/${project}/settings`
  const { id } = target
  return [
    '/o',
    `/o/${organization}`,
    `/o/${organization}/audit`,
    `/p/${project}`,
    settings,
    `${settings}/tokens`,
    `${settings}/notifications`,
    `${settings}/notifications/${id}`,
    `${settings}/audit`,
    `/p/${project}/rules`,
    `/p/${project}/specs`,
    `/p/${project}/specs/${name}`,
    `/p/${project}/specs/${name}?revision=1`,
    `/p/${project}/specs/${name}/edit`,
    `/p/${project}/specs/${name}/changes?from=1&to=2`,
    `/p/${project}/search?q=${encodeURIComponent('xss')}`,
    '/account',
    '/account/notifications',
  ]
}
