import { stateFact } from '@assay/domain/import/facts/stated-facts'
import { parseImportProfile } from '@assay/domain/import/profile/profile'
import { SHIPPED_PROFILES } from '@assay/domain/import/profile/shipped-profiles'
import { err, ok, type Result } from '@assay/domain/result'
import type { z } from 'zod'
import { importProject, type ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { moveIfPossible } from '../http/move-request.ts'
import { joinChunks } from '../uploads/upload-chunks.ts'
import type { Overrides } from '../uploads/upload-raw.ts'
import type { FormFacts, PreviewQuery } from './raw-upload-query.ts'
import { readSent, type Sent } from './read-upload.ts'
import type { RestCall } from './route.ts'

type ImportQuery = z.infer<typeof PreviewQuery> & { skipRefused?: unknown; onConflict?: unknown }

/** The files of an upload or a preview, the project, and how to read the files. */
type SentImport = Pick<Sent, 'files' | 'budget' | 'chunks'> & {
  access: ProjectAccess
  profileYaml: string
  overrides: Overrides
}

/** Reads the parameters and the body of an upload or a preview; the body only after the access check. */
export async function readImport({
  request,
  services,
  caller,
  query,
}: Pick<RestCall<unknown, ImportQuery>, 'request' | 'services' | 'caller' | 'query'>): Promise<
  Result<SentImport, AppError>
> {
  const access = await importProject(services, caller, query.project)
  if (!access.ok) return access
  const { id } = access.value.project
  const sent = await readSent(request, query.name, async (listed) => {
    await moveIfPossible() // Chunks are only sent for large uploads.
    return joinChunks(services, id, listed)
  })
  if (!sent.ok) return sent
  const { files, budget, facts, chunks, profileYaml: inline } = sent.value
  const stored = inline === null && query.profile === undefined ? await access.value.queries.importProfile.find() : null
  const profileYaml = chooseProfile(query.profile ?? 'archive', inline ?? stored?.yaml ?? null)
  if (!profileYaml.ok) return profileYaml
  const overrides = overridesOf({ ...facts, ...query })
  if (!overrides.ok) return overrides
  return ok({ access: access.value, files, budget, chunks, profileYaml: profileYaml.value, overrides: overrides.value })
}

function chooseProfile(name: string, inline: string | null): Result<string, AppError> {
  const yaml = inline ?? shippedProfile(name)
  if (yaml === undefined) {
    const known = Object.keys(SHIPPED_PROFILES).join(', ')
    return err(
      appError(
        'profile-invalid',
        `There is no import profile ${JSON.stringify(name)}; known: ${known}. Send your own profile in the form field "profile".`,
      ),
    )
  }
  const parsed = parseImportProfile(yaml)
  if (parsed.ok) return ok(yaml)
  const { message, line } = parsed.error
  return err(
    appError('profile-invalid', `The import profile is not valid: ${message}`, [
      { file: 'profile', ...(line === undefined ? {} : { line }), message },
    ]),
  )
}

const shippedProfile = (name: string): string | undefined => new Map(Object.entries(SHIPPED_PROFILES)).get(name)

function overridesOf(
  query: FormFacts & {
    project?: unknown
    profile?: unknown
    name?: unknown
    skipRefused?: unknown
    onConflict?: unknown
  },
): Result<Overrides, AppError> {
  const {
    project: _project,
    profile: _profile,
    name: _name,
    skipRefused: _skipRefused,
    onConflict: _onConflict,
    param,
    set,
    compiler,
    ...given
  } = query
  const params: Record<string, string | number> = Object.create(null)
  for (const pair of param === undefined ? [] : [param].flat()) {
    const at = pair.indexOf('=')
    if (at < 1) return err(appError('query-invalid', `param ${JSON.stringify(pair)} is not of the form name=value.`))
    const value = pair.slice(at + 1)
    params[pair.slice(0, at)] = value !== '' && Number.isFinite(Number(value)) ? Number(value) : value
  }
  let stated: Overrides = compiler === undefined ? {} : { fields: { compiler } }
  for (const pair of set === undefined ? [] : [set].flat()) {
    const fact = stateFact(stated, pair)
    if (!fact.ok) return err(appError('query-invalid', `set: ${fact.error}.`))
    stated = fact.value
  }
  const overrides = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const all = { ...stated.params, ...params }
  return ok({ ...stated, ...overrides, ...(Object.keys(all).length > 0 ? { params: all } : {}) })
}
