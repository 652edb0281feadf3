/** The keys that triage a finding, in the list and on its page. */
export const ACTION_OF_KEY = { a: 'acknowledge', c: 'confirm', n: 'dismiss' } as const
export type TriageAction = (typeof ACTION_OF_KEY)[keyof typeof ACTION_OF_KEY]

export const ACTION_WORDS: Readonly<Record<TriageAction, { button: string; done: string }>> = {
  acknowledge: { button: 'Acknowledge', done: 'acknowledged' },
  confirm: { button: 'Confirm', done: 'confirmed' },
  dismiss: { button: 'Not a bug', done: 'not a bug' },
}

/** Findings that are sent in one request. */
const BATCH = 25

export const isActionKey = (key: string): key is keyof typeof ACTION_OF_KEY => Object.hasOwn(ACTION_OF_KEY, key)

/** Sends one action for each finding, several in a request; returns the messages of those that were refused. */
export async function sendAction(project: string, ids: readonly string[], action: TriageAction): Promise<string[]> {
  const { client } = await import('../../trpc/client.ts')
  const failures: string[] = []
  for (let from = 0; from < ids.length; from += BATCH) {
    const sent = ids.slice(from, from + BATCH).map((id) => client.findings.act.mutate({ project, id, action }))
    for (const result of await Promise.allSettled(sent))
      if (result.status === 'rejected') failures.push(messageOf(result.reason))
  }
  return failures
}

/** Assigns a finding to the signed-in person, or to nobody; returns the message of a refusal. */
export async function assign(project: string, id: string, mine: boolean): Promise<string | undefined> {
  const { client } = await import('../../trpc/client.ts')
  return client.findings.own.mutate({ project, id, mine }).then(() => undefined, messageOf)
}

const messageOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : 'The server did not answer. Nothing was saved; try again.'
