import { err, ok, type Result } from '@assay/domain/result'
import { NewRunEngine } from '@assay/domain/run-engines/run-engine'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { checkWebAddress, newSigningSecret } from '../notifications/prepare-channel.ts'
import type { Services } from '../services.ts'
import { TOO_MANY_RUNNERS } from './request-run.ts'

type SavedEngine = { runner: string; engine: string; address: string; secret: string }

/** Stores an engine as a runner of the kind `webhook`. Its signing secret is in this answer only. */
export async function saveEngine(
  { vault, addresses }: Pick<Services, 'vault' | 'addresses'>,
  { queries }: ProjectAccess,
  runner: string,
  input: unknown,
): Promise<Result<SavedEngine, AppError>> {
  const parsed = parseInput(NewRunEngine, input)
  if (!parsed.ok) return parsed
  const { engine, ref, address, credential, hardware, labels, commands } = parsed.value
  const checked = checkWebAddress(address, { addresses })
  if (!checked.ok) return checked
  const known = (await queries.runRequests.listRunners()).find(({ name }) => name === runner)
  if (known?.kind === 'machine') {
    const detail = `${runner} is a machine that leases requests itself. Choose another name, or remove it first.`
    return err(appError('conflict', detail))
  }
  const secret = newSigningSecret()
  const shown = `${checked.value.origin}/…`
  const registered = await queries.runRequests.registerRunner(
    runner,
    { hardware, labels, commands, capabilities: {}, version: null },
    'webhook',
  )
  if (registered === 'too-many') return err(TOO_MANY_RUNNERS)
  await queries.runEngines.save({
    ...{ runner, engine, ref, addressShown: shown, addressSealed: vault.seal(checked.value.href) },
    credentialSealed: credential === null ? null : vault.seal(credential),
    secretSealed: vault.seal(secret),
  })
  return ok({ runner, engine, address: shown, secret })
}
