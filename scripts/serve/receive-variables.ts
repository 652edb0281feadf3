import { once } from 'node:events'

/** The variable of a process whose parent sends further ones later. */
export const WAITS = 'ASSAY_WAITS_FOR_VARIABLES'

/** Adds the variables that the parent process sends when it knows them; the modules of this process are loaded meanwhile. */
export async function receiveVariables(): Promise<void> {
  if (process.env[WAITS] === undefined) return
  delete process.env[WAITS]
  process.channel?.ref()
  const [{ variables }] = (await once(process, 'message')) as [{ variables: NodeJS.ProcessEnv }]
  process.channel?.unref()
  Object.assign(process.env, variables)
}
