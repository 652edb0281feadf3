/** Stops what was started, in reverse order, when the process ends. */
export type Lifetime = {
  /** Aborted when the end begins, for running steps. */
  signal: AbortSignal
  /** Registers `stop` to be called at the end. */
  onEnd: (stop: () => Promise<void>) => void
  /** Stops everything and then this process. Later calls wait for the first. */
  end: (exitCode: number) => Promise<void>
}

export function createLifetime(): Lifetime {
  const controller = new AbortController()
  const stops: (() => Promise<void>)[] = []
  let ending: Promise<void> | null = null

  async function endAll(exitCode: number): Promise<void> {
    controller.abort()
    let code = exitCode
    for (const stop of stops.reverse()) {
      try {
        await stop()
      } catch (error) {
        console.error(error)
        code = 1
      }
    }
    process.exit(code)
  }

  return {
    signal: controller.signal,
    onEnd: (stop) => void stops.push(stop),
    end(exitCode) {
      ending ??= endAll(exitCode)
      return ending
    },
  }
}
