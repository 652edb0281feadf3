import type { Output } from '../command-io.ts'

/** Characters of one chunk, and of all output that waits to be sent. */
const MAX_CHUNK = 30_000
const MAX_WAITING = 300_000

/** Output of a command on its way to the live log. A chunk is sent again with its number until the server has it. */
export class AttemptLog {
  #waiting = ''
  #number = 0
  #chunk: { number: number; text: string } | null = null
  #tail = ''

  /** An output that also appends to the log. */
  through(output: Output): Output {
    return {
      write: (text) => {
        this.add(text)
        return output.write(text)
      },
    }
  }

  add(text: string): void {
    this.#tail = (this.#tail + text).slice(-1_000)
    this.#waiting += text
    if (this.#waiting.length <= MAX_WAITING) return
    this.#waiting = `[…]\n${this.#waiting.slice(-MAX_WAITING / 2)}`
  }

  /** The last lines, as the reason of a failure. */
  get tail(): string {
    return this.#tail.trim().split('\n').slice(-3).join('\n').slice(-500)
  }

  /** The next chunk to send; null when there is no new output. */
  next(): { number: number; text: string } | null {
    if (this.#chunk === null && this.#waiting !== '') {
      this.#chunk = { number: this.#number++, text: this.#waiting.slice(0, MAX_CHUNK) }
      this.#waiting = this.#waiting.slice(MAX_CHUNK)
    }
    return this.#chunk
  }

  received(): void {
    this.#chunk = null
  }

  get isEmpty(): boolean {
    return this.#chunk === null && this.#waiting === ''
  }
}
