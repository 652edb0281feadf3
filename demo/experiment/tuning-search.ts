import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type AssayClient, PROJECT } from './assay-client.ts'
import { BASE, LOAD, type Proposal, type Settings } from './proposals.ts'
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
type Tried = { number: number; changes: Settings; decision: string }

/** Measures candidates in turns with the base, as the answers of Assay say. */
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
    for (let repeat = 0; repeat < 3; repeat += 1) await this.measure(0, BASE)
  }

  /** Proposes a candidate and measures it until the decision, or until its repeats or the time are used up. */
  async try(proposal: Proposal, parents: readonly Proposal[], until: number): Promise<Tried> {
    const from = parents.flatMap((parent) => this.tried.get(parent) ?? [])
    const changes: Settings = Object.assign({}, ...from.map((one) => one.changes), proposal.settings)
    const settings = { ...BASE.settings, ...changes }
    const number = await this.propose(proposal.description, { from: from.map((one) => one.number), settings })
    let decision = 'measure more'
    for (let repeat = 0; decision === 'measure more' && repeat < (proposal.maxRepeats ?? Infinity); repeat += 1) {
      if (Date.now() > until) break
      if (repeat > 0) await this.measure(0, BASE)
      await this.measure(number, { ...proposal, settings })
      decision = await this.decision(number, 'decision')
    }
    console.log(`candidate ${number}, ${proposal.description}: ${decision}. ${await this.decision(number, 'reason')}`)
    const tried = { number, changes, decision }
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

  private async measure(number: number, { config, settings, load = LOAD }: Proposal): Promise<void> {
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
