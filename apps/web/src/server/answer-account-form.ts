import { randomUUID } from 'node:crypto'
import { requestFacts } from '@assay/api/access/request-facts'
import type { AppError } from '@assay/api/errors'
import { readBytes } from '@assay/api/http/read-body'
import { writeHostCookie } from '@assay/domain/account/host-cookie'
import { NOTE_COOKIE, NOTE_PARAMETER, NOTE_SECONDS, writeNote } from '../features/accounts/form-note.ts'
import { accountPath, signInPath } from '../paths.ts'
import { ACCOUNT_FORMS, type AccountForm, type Done, type Filled } from './account-forms.ts'
import { services } from './web-services.ts'

/** Maximum bytes of a form with names, addresses and passwords, including percent-encoding. */
const LIMIT_BYTES = 16_384

/**
 * Responds to an account form with a redirect to the next page, or to the page of the form with its errors. It works
 * without a script, and a page that is loaded again sends nothing twice.
 */
export async function answerAccountForm(request: Request, name: string): Promise<Response> {
  const form = Object.hasOwn(ACCOUNT_FORMS, name) ? ACCOUNT_FORMS[name] : undefined
  if (form === undefined) return plain(404, 'This form does not exist.')
  const { accounts, publicUrl } = await services()
  const bytes = await readBytes(request, { packed: LIMIT_BYTES, unpacked: LIMIT_BYTES })
  if (!bytes.ok) return plain(413, 'The request is too large for this form.')
  const sent = new URLSearchParams(bytes.value.toString('utf8'))
  const filled: Filled = (field) => sent.get(field) ?? ''
  const facts = requestFacts(request.headers)
  if (form.signedIn !== true)
    return lead(form, { name, filled, url: publicUrl }, await form.send(accounts, facts, filled))
  const person = await accounts.findSignedInPerson(facts)
  if (person === null) return go({ to: signInPath({ next: accountPath() }), cookies: [] })
  return lead(form, { name, filled, url: publicUrl }, await form.send(accounts, facts, filled, person))
}

type SentForm = { name: string; filled: Filled; url: string }

function lead(form: AccountForm, { name, filled, url }: SentForm, answer: Awaited<ReturnType<AccountForm['send']>>) {
  if (answer.ok) return go(answer.value)
  const { error } = answer
  if (error.code === 'sign-in-too-old') return go({ to: signInPath({ again: true, next: accountPath() }), cookies: [] })
  const id = randomUUID().slice(0, 8)
  const values = Object.fromEntries(form.retainedFields.map((field) => [field, filled(field).slice(0, 300)]))
  const note = writeNote({ id, form: name, values, ...errorText(error) })
  const page = form.page(filled)
  const cookie = writeHostCookie(NOTE_COOKIE, note, { url, maxAgeSeconds: NOTE_SECONDS })
  return go({ to: `${page}${page.includes('?') ? '&' : '?'}${NOTE_PARAMETER}=${id}#${name}`, cookies: [cookie] })
}

function errorText({ detail, places = [] }: AppError) {
  const fields = Object.fromEntries(places.map(({ pointer = '/', message }) => [pointer.slice(1), message]))
  return { detail: places.length === 0 ? detail : '', fields }
}

function go({ to, cookies, elsewhere = false }: Done): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (!elsewhere) {
    headers.set('location', to)
    return new Response(null, { status: 303, headers })
  }
  // Browsers apply form-action to redirects of a form, but not to a page that navigates by itself.
  headers.set('content-type', 'text/plain; charset=utf-8')
  headers.set('refresh', `0;url=${to}`)
  return new Response(`Continue to sign in at ${to}\n`, { headers })
}

const plain = (status: number, text: string) =>
  new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
