import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type AssayClient, PROJECT } from './assay-client.ts'
import { BASE, LOAD, PROPOSALS, type Proposal, type Settings } from './proposals.ts'
import { runFolder } from './run-folders.ts'
import type { TunedPostgres } from './tuned-postgres.ts'

const Decision = z.looseObject({ decision: z.string().optional(), reason: z.string().optional() })
const Numbered = z.looseObject({ number: z.int() })

type Options = {
  assay: AssayClient
  postgres: TunedPostgres
  definition: { slug: string }
  hardware: string
  /** Folder of the results, one folder below it for each run. */
  folder: string
  key: string
  /** The user that executes the load; null when it cannot be another one than that of the runner. */
  user: string | null
}

/** A candidate with all that it changes, including the changes of its parents. */
type Tried = { number: number; proposal: Proposal; settings: Settings; changes: Settings; decision: string }

/** Measures candidates in turns with the base, until the answers of Assay say that they are decided. */
export class TuningSearch {
  private readonly options: Options
  private readonly tried = new Map<Proposal, Tried>()
  private runs = 0

  constructor(options: Options) {
    this.options = options
  }

  async start(keyName: string): Promise<void> {
    const { assay, key, definition } = this.options
    assay.run(['experiment', 'key', key, '--register', keyName, '--project', PROJECT])
    await assay.sendOk('POST', '/experiments', definition)
    await this.measure(0, BASE)
  }

  /**
   * Proposes candidates and measures them in rounds with the base, until their decisions, or until their repeats or the
   * time are used up. Every second round is reversed, so that a steady drift of the machine cancels.
   */
  async try(proposals: readonly Proposal[], until = Number.POSITIVE_INFINITY): Promise<void> {
    const all: Tried[] = []
    for (const proposal of proposals) all.push(await this.proposed(proposal))
    const isOpen = ({ decision, proposal: { maxRepeats = Number.POSITIVE_INFINITY } }: Tried, round: number) =>
      decision === 'measure more' && round < maxRepeats
    for (let round = 0; Date.now() < until && all.some((one) => isOpen(one, round)); round += 1) {
      const turns = [...all.filter((one) => isOpen(one, round)), null]
      for (const one of round % 2 === 0 ? turns : turns.toReversed())
        await (one === null ? this.measure(0, BASE) : this.measure(one.number, one.proposal, one.settings))
      for (const one of all) one.decision = await this.decision(one.number, 'decision')
    }
    for (const { number, proposal, decision } of all)
      console.log(`candidate ${number}, ${proposal.description}: ${decision}. ${await this.decision(number, 'reason')}`)
  }

  /** Measures a candidate once, without its base. */
  async tryOnce(proposal: Proposal): Promise<void> {
    const { number, settings } = await this.proposed(proposal)
    await this.measure(number, proposal, settings)
    const [decision, reason] = [await this.decision(number, 'decision'), await this.decision(number, 'reason')]
    console.log(`candidate ${number}, ${proposal.description}: ${decision}. ${reason}`)
  }

  private async proposed(proposal: Proposal): Promise<Tried> {
    const from = (proposal.from ?? []).flatMap((at) => this.tried.get(PROPOSALS[at] ?? proposal) ?? [])
    const changes: Settings = Object.assign({}, ...from.map((one) => one.changes), proposal.settings)
    const settings = { ...BASE.settings, ...changes }
    const number = await this.propose(proposal.description, { from: from.map((one) => one.number), settings })
    const tried = { number, proposal, settings, changes, decision: 'measure more' }
    this.tried.set(proposal, tried)
    return tried
  }

  async propose(description: string, { from, settings }: { from: readonly number[]; settings: Settings }) {
    const { assay, definition } = this.options
    const diff = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
    const body = { description, parents: from.length === 0 ? [0] : from, diff: diff.join('') }
    const path = `/experiments/${definition.slug}/candidates`
    return Numbered.parse(await assay.sendOk('POST', path, body)).number
  }

  private async decision(number: number, field: 'decision' | 'reason'): Promise<string> {
    const { assay, definition } = this.options
    const path = `/experiments/${definition.slug}/candidates/${number}/decision`
    return Decision.parse(await assay.sendOk('GET', path))[field] ?? ''
  }

  private async measure(number: number, { config, load = LOAD, ...own }: Proposal, settings = own.settings) {
    const { assay, postgres, definition, hardware, folder, key, user } = this.options
    await postgres.restart(settings)
    this.runs += 1
    const results = join(folder, runFolder(this.runs, number))
    mkdirSync(results, { recursive: true })
    const facts = ['--config', config, '--workload', 'small orders', '--hardware', hardware]
    const flags = ['--experiment', definition.slug, '--candidate', String(number), '--key', key]
    const separation = user === null ? [] : ['--as-user', user]
    const command = ['node', 'demo/experiment/load.ts', ...load]
    const exec = ['exec', '--project', PROJECT, '--no-raw', '--dir', results]
    assay.run([...exec, ...facts, ...flags, ...separation, '--', ...command], {
      ...postgres.environment,
      ASSAY_SERVER: postgres.url,
    })
  }
}

/** Writes what a server needs to show the experiment again, next to the folders of its runs. */
export function writeHistory(path: string, history: unknown): void {
  writeFileSync(path, `${JSON.stringify(history, null, 2)}\n`)
}
