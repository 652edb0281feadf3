// @ts-nocheck: plain JavaScript, to be copied and changed; relay.test.ts checks what it sends
// A message for Slack in Block Kit, with buttons, from a webhook of Assay.

/** @param {any} message the body of a webhook */
export function toSlack({ title, note, finding }) {
  const text = shorten(escapeText(title), 2_900)
  if (finding === undefined) return { text, blocks: [section(text)] }
  const { hardware, tests, judged, medianRatio, cause, state, changes, url } = finding
  const fields = [
    ['Machine', hardware],
    ['Tests', `${tests} of ${judged}`],
    ['Median ratio', medianRatio.toFixed(2)],
    ['State', state],
  ]
  const worst = changes
    .slice(0, 5)
    .map(({ test, clients, ratio }) => `• ${escapeText(test)}, ${clients} clients: ${ratio.toFixed(2)}`)
  return {
    text,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: shorten(title, 150) } },
      { type: 'section', fields: fields.map(([name, value]) => mrkdwn(`*${name}*\n${escapeText(value)}`)) },
      ...(cause === null ? [] : [section(`*Cause*\n${escapeText(cause)}`)]),
      ...(worst.length === 0 ? [] : [section(shorten(worst.join('\n'), 2_900))]),
      ...(note === null ? [] : [section(shorten(escapeText(note), 2_900))]),
      { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open the finding' }, url }] },
    ],
  }
}

const mrkdwn = (text) => ({ type: 'mrkdwn', text: shorten(text, 2_000) })
const section = (text) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const shorten = (text, limit) => (text.length <= limit ? text : `${text.slice(0, limit - 1)}…`)

/** Names come from uploads, so the three characters that Slack interprets are escaped. */
const escapeText = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
