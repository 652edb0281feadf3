import { plural } from '@assay/domain/plural'
import { Presets, SingleBar } from 'cli-progress'
import type { CommandIo } from '../command-io.ts'
import type { Rejection, StoredReceipt } from '../spool/receipt.ts'
import { shortName } from '../spool/spool-entry.ts'
import type { FlushEvent, FlushReport } from '../upload/flush.ts'

/** Reports the progress of an upload: a progress bar on a terminal, otherwise a line per run. */
export class DeliveryReporter {
  private readonly io: CommandIo
  private readonly total: number
  private readonly bar: SingleBar | null
  /** Lines that would break the progress bar; they are printed after it has ended. */
  private readonly later: (() => Promise<void>)[] = []
  private writing: Promise<void> = Promise.resolve()
  private done = 0

  constructor(io: CommandIo, total: number) {
    this.io = io
    this.total = total
    this.bar = io.terminal === null ? null : startBar(io.terminal, total)
  }

  onEvent = (event: FlushEvent): void => {
    if (event.kind === 'waiting') {
      const seconds = Math.max(1, Math.round(event.delayMs / 1000))
      if (this.bar === null) this.write(() => this.io.log.write(`waiting ${seconds} s: ${event.reason}\n`))
      else this.bar.update(this.done, { note: `waiting ${seconds} s: ${event.reason}` })
      return
    }
    this.done++
    this.bar?.update(this.done, { note: '' })
    const count = `${this.done}/${this.total}`
    if (event.kind === 'stored') this.write(() => this.io.out.write(storedLine(event.receipt, count)))
    if (event.kind === 'rejected') this.write(() => this.io.log.write(rejectedLines(event)))
  }

  /** Prints the remaining lines; resolves when they are written. */
  async finish(report: FlushReport, spoolDirectory: string): Promise<void> {
    this.bar?.stop()
    for (const write of this.later) await write()
    await this.writing
    await this.io.log.write(`${summary(report, spoolDirectory)}\n`)
  }

  private write(write: () => Promise<void>): void {
    if (this.bar === null) this.writing = this.writing.then(write)
    else this.later.push(write)
  }
}

function startBar(stream: NodeJS.WritableStream, total: number): SingleBar {
  const format = 'uploading {bar} {value}/{total} runs {note}'
  const bar = new SingleBar(
    { format, stream, hideCursor: false, clearOnComplete: false, gracefulExit: false },
    Presets.shades_classic,
  )
  bar.start(total, 0, { note: '' })
  return bar
}

const storedLine = ({ outcome, run, url }: StoredReceipt, count: string): string =>
  `${outcome === 'stored' ? 'stored ' : 'already'}  ${count}  ${run}  ${url}\n`

function rejectedLines({ name, run, rejection }: { name: string; run: string; rejection: Rejection }): string {
  const lines = rejection.places.map(({ pointer, message }) => `  ${pointer ?? ''} ${message}\n`)
  return `refused  ${run}: ${rejection.reason}\n${lines.join('')}  moved to rejected/${shortName(name)}...\n`
}

function summary({ stored, rejected, gone, pending, pendingReason }: FlushReport, spoolDirectory: string): string {
  const already = stored.filter(({ outcome }) => outcome === 'already').length
  const lines = [`${plural(stored.length, 'run')} stored${already === 0 ? '' : ` (${already} of them before)`}`]
  if (gone > 0) lines.push(`${gone} sent by another process`)
  if (rejected.length > 0) lines.push(`${rejected.length} refused (assay spool list)`)
  if (pending.length > 0) lines.push(`${pending.length} left in the spool ${spoolDirectory}`)
  const why =
    pending.length === 0 ? '' : ` ${sentence(pendingReason ?? 'Interrupted')} Run assay spool flush to send them.`
  return `${lines.join(', ')}.${why}`
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
