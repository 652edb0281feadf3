import { Socket } from 'node:net'

/**
 * A socket that sends everything written in one turn of the event loop with one system call. pg writes each statement of
 * a batch separately, which is 11 calls for an upload instead of 3. (docs/decisions/197-one-write-per-batch.md)
 */
export class BatchingSocket extends Socket {
  #isHeld = false

  constructor() {
    super()
    // Socket.connect assigns the method of Socket to the instance, which would hide the one below.
    this.once('connect', () => Reflect.deleteProperty(this, 'write'))
  }

  override write(
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    callback?: (error?: Error | null) => void,
  ): boolean {
    this.#holdUntilNextTick()
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, callback)
  }

  #holdUntilNextTick(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    this.cork()
    process.nextTick(() => {
      this.#isHeld = false
      this.uncork()
    })
  }
}
