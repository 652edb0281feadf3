/** Kinds of objects whose histories are checked; chaos/history/checker/models.go has a model of each. */
export type Model = 'run' | 'token' | 'share' | 'report' | 'spec'

export type Input = { kind: string; text?: string; base?: number }
export type Output = { outcome: string; text?: string; revision?: number; texts?: string[] }

/** One line of a history. Times are nanoseconds of one monotonic clock. */
export type Operation = {
  model: Model
  key: string
  client: number
  begin: number
  /** Null, like the output, without a response: the operation may have happened, or may still happen. */
  end: number | null
  input: Input
  output: Output | null
}

/** The response does not reveal the outcome: there was none, or an error of the server. */
export class UnknownOutcome extends Error {}

/** Collects operations of all clients. */
export class Recorder {
  readonly operations: Operation[] = []

  /** Runs one operation and records it. @returns its output; null when the outcome is unknown. */
  async record(
    { model, key, client, input }: Pick<Operation, 'model' | 'key' | 'client' | 'input'>,
    work: () => Promise<Output>,
  ): Promise<Output | null> {
    const operation: Operation = { model, key, client, begin: now(), end: null, input, output: null }
    this.operations.push(operation)
    try {
      const output = await work()
      operation.output = output
      operation.end = now()
      return output
    } catch (error) {
      if (error instanceof UnknownOutcome) return null
      throw error
    }
  }
}

const now = (): number => Math.round(performance.now() * 1e6)
