import { z } from 'zod'
import { splitProjectPath } from '../projects/project-key.ts'

const MAX_PATH_CHARACTERS = 4_000
const MAX_NAME_CHARACTERS = 200

/**
 * The path of a page with its query, within one project; `\s` and `\\` are refused, because browsers would resolve them
 * to another host.
 */
export const PagePath = z
  .string()
  .max(MAX_PATH_CHARACTERS, `the address is longer than ${MAX_PATH_CHARACTERS} characters`)
  .refine(
    (path) => /^(?:[/?][^\s\\#]*)?$/.test(splitProjectPath(path)?.rest ?? '#'),
    'must be the path of a page of a project, /o/ORG/p/NAME/...',
  )

/** A favorite or recently viewed page with its name in the list. */
export const NewSavedPage = z.strictObject({
  path: PagePath,
  name: z.string().trim().min(1).max(MAX_NAME_CHARACTERS),
})
export type NewSavedPage = z.infer<typeof NewSavedPage>

/** `at` is the time when it was saved or last viewed. */
export type SavedPage = NewSavedPage & { at: string }
