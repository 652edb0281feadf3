import type { Clock } from '../clock.ts'

/** A clock on which sleeping takes no time and is recorded. */
export class FakeClock implements Clock {
  readonly slept: number[] = []
  private time = Date.parse('2026-01-01T00:00:00Z')

  now = (): number => this.time

  sleep = async (ms: number): Promise<void> => {
    this.slept.push(ms)
    this.time += ms
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }

  random = (): number => 0.5
}
