import type { Clock } from '../clock.ts'
import type { Output } from '../command-io.ts'

/** Puts the time before each line, for a log that is read days later. */
export function stamped(output: Output, clock: Clock): Output {
  return {
    write(text) {
      const time = new Date(clock.now()).toISOString().replace(/\.\d+/, '')
      return output.write(text.replace(/^(?=.)/gm, `${time} `))
    },
  }
}
