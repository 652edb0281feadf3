// Prepares a review through the REST interface of a server that is not killed.

export type Product = { url: string; token: string; dataDirectory: string }
type SimulatedPerson = { key: string; name: string }
type Answer = { reason: string; at: string; by: SimulatedPerson; draft: boolean }
export type SpecAnswer = {
  state: string
  owner: SimulatedPerson
  revision: number
  text: string
  feedback: { number: number; body: string; giver: SimulatedPerson; responses: Answer[] }[]
}
export type Site = ReturnType<typeof openSite>

/** Opens the REST interface of the demo project for specs. */
export function openSite({ url, token }: Pick<Product, 'url' | 'token'>) {
  const specs = `${url}/api/v1/projects/demo/specs`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${specs}${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const send = (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) })
  const act = (name: string, action: object) => send(`/${name}/actions`, action)
  const give = (name: string, body: string, block: string | null) =>
    act(name, {
      ...{ kind: 'give', body, revision: 1, giver: 'Vera', source: 'in-person' },
      anchor: block === null ? { kind: 'whole' } : { kind: 'block', block },
    })
  return {
    // The tests of REST check that the response matches its schema.
    read: async (name: string, revision?: number) =>
      (await ask(`/${name}${revision === undefined ? '' : `?revision=${revision}`}`)) as SpecAnswer,
    /**
     * Creates a review in its meeting, with comments on its paragraphs that were created from the end to the beginning.
     */
    async makeReview({
      points,
      author,
      scribe,
      reader,
    }: {
      points: number
      author: SimulatedPerson
      scribe?: SimulatedPerson
      reader?: SimulatedPerson
    }) {
      const text = Array.from({ length: points }, (_, at) => `## Part ${at}\n\nRows come in the order ${at}.`).join(
        '\n\n',
      )
      const title = `Rows ${crypto.randomUUID().slice(0, 8)}`
      const made = Object(await send('', { kind: 'functional', title, text: `# Rows\n\n${text}` }))
      const name = String(made.name)
      await act(name, { kind: 'add-author', who: author })
      for (const person of [scribe, reader ?? { key: 'name:Vera', name: 'Vera' }]) {
        if (person !== undefined) await act(name, { kind: 'invite', who: person })
      }
      const meetingAt = new Date(Date.now() + 20 * 86_400_000).toISOString()
      await act(name, { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1', scribe: scribe ?? null })
      // Block 1 is the title; then a heading and a paragraph each.
      for (let at = points - 1; at >= 0; at--) await give(name, `Why ${at}?`, `b${2 * at + 3}`)
      await act(name, { kind: 'hold' })
      return name
    },
    makeSpec: async (author: SimulatedPerson) => {
      const title = `Words ${crypto.randomUUID().slice(0, 8)}`
      const made = Object(await send('', { kind: 'functional', title, text: '# Words\n\nAs they were.' }))
      await act(String(made.name), { kind: 'add-author', who: author })
      return String(made.name)
    },
  }
}
