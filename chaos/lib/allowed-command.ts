import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sysbenchText } from '@assay/testing/import/sysbench-text'

/** A command that a server offers although no allow-list has it. */
export const FORBIDDEN = 'forbidden'

/** The allow-list of a drill, and the file in which its command records every execution. */
export type Journal = {
  allowList: string
  file: string
  /** Ends what still runs of the command. @returns the number of its processes. */
  endLeftOver(): Promise<number>
}

/**
 * Writes an allow-list with one command: it records its arguments, starts a process of another session, waits a moment,
 * and writes a result. Whatever else is executed leaves another line in the journal, or a file `owned`.
 */
export async function allowedCommand(directory: string): Promise<Journal> {
  const [program, file, report] = ['measure.sh', 'journal.txt', 'report.txt'].map((name) => join(directory, name))
  const script = `#!/bin/bash
[ "$#" = 1 ] || { echo "arguments $*" >> ${file}; exit 9; }
echo "measure $1" >> ${file}
CHAOS_MARK=${directory} setsid sleep 20 > /dev/null 2>&1 < /dev/null &
sleep 0.$((RANDOM % 4))
cp ${report} "$ASSAY_RESULT_DIR/oltp_insert-c4.log"
`
  await writeFile(program ?? '', script, { mode: 0o755 })
  await writeFile(report ?? '', sysbenchText({ qps: 900, threads: 4 }))
  await writeFile(file ?? '', '')
  const allowList = join(directory, 'runner.yaml')
  const yaml = `
hardware: chaos
commands:
  measure:
    argv: [${program}, "{number}"]
    directory: ${directory}
    results: folder
    facts: { product: PostgreSQL, version: "18.1", config: default, hardware: chaos, workload: "number {number}" }
    parameters:
      number: { pattern: "[0-9]{1,6}" }
`
  await writeFile(allowList, yaml, { mode: 0o600 })
  return { allowList, file: file ?? '', endLeftOver: () => endMarked(directory) }
}

export const readJournal = async ({ file }: Pick<Journal, 'file'>): Promise<string[]> => {
  const owned = (await readdir(join(file, '..'))).filter((name) => name.startsWith('owned'))
  return [...(await readFile(file, 'utf8')).split('\n').filter((line) => line !== ''), ...owned]
}

/** Processes of a killed runner are ended when it starts again; at the end of a drill it does not start again. */
async function endMarked(directory: string): Promise<number> {
  let ended = 0
  for (const name of (await readdir('/proc').catch(() => [])).filter((one) => /^\d+$/.test(one))) {
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    if (!environment.split('\0').includes(`CHAOS_MARK=${directory}`)) continue
    process.kill(Number(name), 'SIGKILL')
    ended++
  }
  return ended
}
