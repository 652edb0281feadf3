import type { ScimFields, ScimUser } from '@assay/db/types'
import { z } from 'zod'
import { Email, PersonName } from '../accounts/form-error.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** Some directories send a boolean as text. */
const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true', 'True'], falsy: ['false', 'False'] })])

const Text = z.string().trim().max(254).nullish()

/** Attributes of a user that are stored, or that the stored ones are made of. All others are ignored (RFC 7644, section 3.3). */
export const ScimAttributes = z.object({
  userName: z.string().trim().min(1).max(254),
  externalId: Text,
  displayName: Text,
  name: z.object({ formatted: Text, givenName: Text, familyName: Text }).nullish(),
  emails: z
    .array(z.object({ value: Text, type: Text, primary: Flag.nullish() }))
    .max(20)
    .nullish(),
  active: Flag.nullish(),
})

export type ScimAttributes = z.infer<typeof ScimAttributes>

/** Returns the stored fields of a user; null when neither an address nor the user name is a mail address. */
export function fieldsOf(user: ScimAttributes): ScimFields | null {
  const { userName, externalId, displayName, name, emails, active } = user
  const address = emails?.find(({ primary }) => primary === true)?.value ?? emails?.[0]?.value ?? userName
  const email = Email.safeParse(address)
  if (!email.success) return null
  const parts = [name?.givenName, name?.familyName].filter((part) => part !== null && part !== undefined).join(' ')
  const called = PersonName.safeParse(displayName || name?.formatted || parts || userName)
  const known = { userName, externalId: externalId ?? null, email: email.data, active: active ?? true }
  return { ...known, name: called.success ? called.data : email.data }
}

/** The attributes of a stored user, on which the operations of a PATCH work. */
export const attributesOf = ({ userName, externalId, name, email, active }: ScimFields) => ({
  userName,
  ...(externalId !== null && { externalId }),
  displayName: name,
  emails: [{ value: email, type: 'work', primary: true }],
  active,
})

/** A user as it is sent. */
export const asResource = (user: ScimUser, baseUrl: string) => ({
  schemas: [USER_SCHEMA],
  id: user.id,
  ...attributesOf(user),
  name: { formatted: user.name },
  meta: {
    resourceType: 'User',
    created: user.createdAt,
    lastModified: user.updatedAt,
    location: `${baseUrl}/Users/${user.id}`,
  },
})
