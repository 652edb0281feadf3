import type { Page } from '@playwright/test'
import { originOf } from './origin.ts'

export type Answer = Record<string, unknown>
export type Call = (procedure: string, input: object) => Promise<Answer>

/** Calls tRPC procedures as the person who is signed in on a page, to prepare what a scenario needs without forms. */
export const callsOf =
  (page: Page): Call =>
  async (procedure, input) => {
    const origin = await originOf(page)
    const answer = await page.request.post(`${origin}/api/trpc/${procedure}`, {
      headers: { origin, 'content-type': 'application/json' },
      data: input,
    })
    const body: { result?: { data?: Answer } } = await answer.json()
    if (body.result === undefined) throw new Error(`${procedure}: ${JSON.stringify(body)}`)
    return body.result.data ?? {}
  }

/** Calls procedures on specs as the signed-in person. */
export function specsOf(page: Page, project = 'demo') {
  const call = callsOf(page)
  return {
    create: async (spec: object): Promise<string> => String((await call('specs.create', { project, spec })).name),
    revise: (name: string, revision: object) => call('specs.revise', { project, name, revision }),
    act: async (name: string, ...actions: object[]) => {
      for (const action of actions) await call('specs.act', { project, name, action })
    },
    /** @returns the address of the guest's page */
    inviteGuest: async (name: string, reader: string): Promise<string> => {
      const made = await call('reviewers.inviteGuest', { project, name, reader, email: 'reader@example.test' })
      return new URL(String(made.url)).pathname
    },
  }
}
