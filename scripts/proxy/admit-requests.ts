import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseProcess, isForMetrics, isLongPoll, type ProcessName } from './choose-process.ts'
import type { Upstreams } from './open-proxy.ts'
import { ProcessUse, type RequestCaller } from './process-use.ts'

/** A request that a process may work on. */
type Admitted = {
  name: ProcessName
  /** Called when the process answers; the next request of the caller takes the turn. */
  answered: () => void
}
/**
 * Waits for the turn of a request whose body has arrived, or begun to arrive (`rest`).
 *
 * @returns null when the client disconnected.
 */
export type Admit = (options: { rest: boolean }) => Promise<Admitted | null>

/**
 * Limits how many requests of one caller a process works on at once, and lets callers who delay others continue in the
 * process for heavy requests, which they share with each other only (docs/decisions/320-busy-callers-share-a-process.md).
 */
export function createAdmission({ pages, uploads, heavy }: Upstreams) {
  const uses = { pages: new ProcessUse(), uploads: new ProcessUse() }
  const [startUploads, startHeavy] = [startOnce(uploads), startOnce(heavy)]
  /** Uploads go to the process for pages while their own starts (docs/decisions/314-uploads-on-demand.md). */
  const chooseRunning = (request: IncomingMessage): ProcessName => {
    const name = chooseProcess(request)
    if (name !== 'uploads' || isForMetrics(request) || uploads.isAnswering()) return name
    startUploads()
    return pages.isAnswering() ? 'pages' : name
  }
  return (
    request: IncomingMessage,
    response: ServerResponse,
    caller: RequestCaller,
  ): { name: ProcessName; admit: Admit } => {
    const name = chooseRunning(request)
    if (name === 'heavy' || isForMetrics(request) || isLongPoll(request)) {
      return { name, admit: async () => ({ name, answered: () => undefined }) }
    }
    const use = uses[name]
    const chooseAgain = (): ProcessName => {
      if (!use.delaysOthers(caller)) return name
      if (heavy.isAnswering()) return 'heavy'
      startHeavy() // The caller does not wait for its start.
      return name
    }
    const admit: Admit = async ({ rest }) => {
      if (rest) return { name: chooseAgain(), answered: countBody(request, use, caller) }
      if (response.destroyed) return null
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      const endTurn = await use.takeTurn(caller, gone.signal).catch(() => null)
      if (endTurn === null) return null
      const end = use.begin(caller)
      const answered = () => {
        end()
        endTurn()
      }
      response.once('close', answered)
      return { name: chooseAgain(), answered }
    }
    return { name, admit }
  }
}

/** Returns a function that starts a process, for which nobody waits. */
function startOnce({ untilAnswering }: Upstreams[ProcessName]): () => void {
  let isStarting = false
  return () => {
    if (isStarting) return
    isStarting = true
    void untilAnswering().finally(() => {
      isStarting = false
    })
  }
}

/** Counts a request from the end of its body, which a slow sender delays, and without a turn. */
function countBody(request: IncomingMessage, use: ProcessUse, caller: RequestCaller): () => void {
  let end: (() => void) | null = null
  let isAnswered = false
  void once(request, 'end').then(
    () => {
      if (!isAnswered) end = use.begin(caller)
    },
    () => undefined,
  )
  const answered = () => {
    isAnswered = true
    end?.()
  }
  request.once('close', answered)
  return answered
}
