/** The first line of a mail that can be answered. Mail programs quote it below the answer. */
export const REPLY_LINE = '--- Write your answer above this line ---'

/** The text that a person wrote above a quoted mail; `below` is true if there is text below or in the quotation too. */
export type AnswerText = { text: string; below: boolean }

const LINE = REPLY_LINE.replaceAll(/\W+/g, ' ').trim()
const QUOTED = /^\s*>/
const SEPARATOR = /^\s*(?:_{5,}|-{5,}|-{2,}[^-]+-{2,})\s*$/
/** A header of the quoted mail, as Outlook writes it: `From:`, `*Von:*`, `Envoyé :`, `发件人：`. */
const HEADER = /^\s*\*?\p{L}[\p{L} .-]{0,24}\s?\*?[:：]\*?(?:\s|$)/u
const MAX_ATTRIBUTION_LINES = 4
const SIGNATURE = /^-- ?$/
/** The signature of phones and of Outlook, in the languages of their most frequent readers. */
const SENT_FROM =
  /^\s*(?:Sent from|Get Outlook for|Gesendet von|Von meinem|Envoyé (?:de|depuis|à partir de)|Enviado (?:desde|do)|Inviato da|Verzonden (?:vanaf|met)|Verstuurd vanaf|Skickat från|Sendt fra)\b.{0,80}$/iu

/**
 * Finds the answer in the text of a mail. Everything from REPLY_LINE on is the quoted mail; the line with which a mail
 * program introduces it, and a signature, are removed as well. A mail program that does not quote leaves only the
 * signature to remove.
 */
export function findAnswerText(mail: string): AnswerText {
  const lines = mail.replaceAll(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').split('\n')
  const at = lines.findIndex(isReplyLine)
  const written = at === -1 ? lines : lines.slice(0, at)
  const isMarked = at !== -1 && QUOTED.test(lines[at] ?? '')
  const below = isMarked
    ? withoutSignature(lines.slice(at + 1)).some((line) => line.trim() !== '' && !QUOTED.test(line))
    : false
  const above = withoutSignature(at === -1 ? withoutTrailingQuote(written) : withoutIntroduction(written))
  return { text: above.join('\n').trim(), below: below || above.some((line) => isMarked && QUOTED.test(line)) }
}

const isReplyLine = (line: string) => line.length < 200 && line.replaceAll(/\W+/g, ' ').trim() === LINE

/** Removes the quoted lines at the end, and the line that introduces them. */
function withoutTrailingQuote(lines: readonly string[]): string[] {
  let end = lines.length
  while (end > 0 && (QUOTED.test(lines[end - 1] ?? '') || lines[end - 1]?.trim() === '')) end--
  const isQuoted = lines.slice(end).some((line) => QUOTED.test(line))
  return isQuoted ? withoutIntroduction(lines.slice(0, end)) : [...lines]
}

/** Removes what a mail program writes above a quoted mail: headers, or a line such as `On DATE, NAME wrote:`. */
function withoutIntroduction(lines: readonly string[]): string[] {
  let end = lines.length
  const skip = (matches: (line: string) => boolean) => {
    while (end > 0 && matches(lines[end - 1] ?? '')) end--
  }
  const isEmpty = (line: string) => line.trim() === '' || /^\s*>\s*$/.test(line)
  skip(isEmpty)
  const beforeHeaders = end
  skip((line) => HEADER.test(line) || isEmpty(line))
  const headers = lines.slice(end, beforeHeaders).filter((line) => !isEmpty(line))
  if (headers.length >= 3) {
    skip(isEmpty)
    skip((line) => SEPARATOR.test(line))
    return lines.slice(0, end)
  }
  end = beforeHeaders
  if (SEPARATOR.test(lines[end - 1] ?? '')) return lines.slice(0, end - 1)
  if (!/[:：]\s*-*\s*$/.test(lines[end - 1] ?? '')) return lines.slice(0, end)
  const start = lines.slice(0, end).findLastIndex((line) => line.trim() === '') + 1
  const introduction = lines.slice(start, end)
  const isAttribution = introduction.length <= MAX_ATTRIBUTION_LINES && /\d|@/.test(introduction.join(' '))
  return lines.slice(0, isAttribution ? start : end)
}

function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => SIGNATURE.test(line))
  const remaining = at === -1 ? [...lines] : lines.slice(0, at)
  while (remaining.length > 0 && remaining.at(-1)?.trim() === '') remaining.pop()
  if (SENT_FROM.test(remaining.at(-1) ?? '')) remaining.pop()
  return remaining
}
