const ACTIONS: Readonly<Record<string, string>> = {
  mark: 'The outcome was recorded',
  revise: 'The text was changed',
  'confirm-change': 'A change of the text was confirmed by a reviewer',
  'add-erratum': 'An erratum was added',
  say: 'A reviewer agreed or disagreed with a response',
  redact: 'Text was redacted',
  'request-redaction': 'A redaction was requested',
  'decline-redaction': 'A redaction was declined',
  pseudonym: 'The name of a person was replaced by a pseudonym',
  reopen: 'The review was reopened',
  resolve: 'The spec was resolved',
  'sealed-later': 'The spec was sealed',
  supersede: 'The spec was superseded',
  'hand-over': 'The ownership was transferred',
  import: 'The spec was imported from a file',
  'comment-moved-here': 'A comment was moved here',
}

/** A recorded action as a sentence without its full stop; an unknown kind is named as it is. */
export const actionText = (kind: string): string => ACTIONS[kind] ?? `Action ${kind}`
