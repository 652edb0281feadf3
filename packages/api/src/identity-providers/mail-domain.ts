import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import { z } from 'zod'

/** Reads the TXT records of a name; each record is a list of parts. */
export type ResolveTxt = (name: string) => Promise<string[][]>

/** The name below a domain that has the TXT record for us. */
export const txtName = (domain: string): string => `_assay.${domain}`

export const txtValue = (secret: string): string => `assay-verification=${secret}`

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`)

/** A domain of mail addresses, such as example.org, in lower case and in ASCII. */
export const MailDomainName = z
  .string()
  .trim()
  .max(253)
  .transform((text) => domainToASCII(text))
  .pipe(z.string().regex(DOMAIN, 'Enter the domain of your mail addresses, such as example.org.'))

/** True when a TXT record of the domain has the value. A name that does not exist has none. */
export async function hasTxtRecord(resolveTxt: ResolveTxt, domain: string, value: string): Promise<boolean> {
  const records = await resolveTxt(txtName(domain)).catch(() => [])
  return records.some((parts) => parts.join('') === value)
}

/** Reads TXT records by the name servers of this machine. */
export function createResolveTxt(): ResolveTxt {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  return (name) => resolver.resolveTxt(name)
}
