/** The reason of a refused action: a sentence, and the list of missing items if there is one. */
export type Refused = { failure: string; missing: readonly string[] }

export type ActQueue = {
  /**
   * Sends an action after all that began before it. An action that equals the newest one, such as the second click of
   * a double click, is that one.
   *
   * @param send  returns `null` when the action is stored.
   */
  add: (key: string, send: () => Promise<Refused | null>) => Promise<boolean>
  /** True until every action that was added has its response. */
  isBusy: () => boolean
  /** Refusals that no later success of the same person has superseded. */
  refused: () => Refused
}

/** The newest request of each spec: of two concurrent requests the older one may arrive last. */
const newest = new Map<string, Promise<unknown>>()

/**
 * Actions on a spec, in the order in which they begin. Several queues of one page share the order of their spec, and
 * each has its own refusals.
 *
 * @param onChange  called after each change of `isBusy` and `refused`.
 */
export function createActQueue(spec: string, onChange: () => void): ActQueue {
  let count = 0
  let open = 0
  let last: { key: string; done: Promise<boolean> } | null = null
  let refusals: (Refused & { before: number })[] = []

  const run = async (began: number, send: () => Promise<Refused | null>): Promise<boolean> => {
    let refused: Refused | null
    try {
      refused = await send()
    } catch (error) {
      refused = { failure: error instanceof Error ? error.message : String(error), missing: [] }
    }
    open -= 1
    // A success hides only refusals that were on the page when its action began.
    if (refused === null) refusals = refusals.filter(({ before }) => before >= began)
    else refusals = [...refusals.filter(({ before }) => before >= began), { ...refused, before: count }]
    onChange()
    return refused === null
  }
  const add: ActQueue['add'] = (key, send) => {
    if (last?.key === key) return last.done
    count += 1
    open += 1
    const began = count
    const done = (newest.get(spec) ?? Promise.resolve()).then(() => run(began, send))
    const own = { key, done }
    last = own
    newest.set(spec, done)
    void done.then(() => {
      if (last === own) last = null
      if (newest.get(spec) === done) newest.delete(spec)
    })
    onChange()
    return done
  }
  return {
    add,
    isBusy: () => open > 0,
    refused: () => ({
      failure: [...new Set(refusals.map(({ failure }) => failure))].join(' '),
      missing: refusals.flatMap(({ missing }) => missing),
    }),
  }
}
