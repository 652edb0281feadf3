// @ts-nocheck: plain JavaScript, to be copied and changed; relay.test.ts checks what it sends
// An Adaptive Card for a workflow of Microsoft Teams ("post to a channel when a webhook request is received").

/** @param {any} message the body of a webhook */
export function toTeams({ title, note, finding }) {
  const facts =
    finding === undefined
      ? []
      : [
          ['Machine', finding.hardware],
          ['Tests', `${finding.tests} of ${finding.judged}`],
          ['Median ratio', finding.medianRatio.toFixed(2)],
          ['State', finding.state],
          ['Cause', finding.cause ?? 'not known'],
          ...finding.changes
            .slice(0, 5)
            .map(({ test, clients, ratio }) => [`${test}, ${clients} clients`, ratio.toFixed(2)]),
        ]
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: plain(title), weight: 'Bolder', size: 'Medium', wrap: true },
      ...(note == null ? [] : [{ type: 'TextBlock', text: plain(note), wrap: true }]),
      ...(facts.length === 0
        ? []
        : [{ type: 'FactSet', facts: facts.map(([name, value]) => ({ title: plain(name), value: plain(value) })) }]),
    ],
    actions: finding === undefined ? [] : [{ type: 'Action.OpenUrl', title: 'Open the finding', url: finding.url }],
  }
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] }
}

/** Cards read a subset of Markdown; names come from uploads, so its characters are disabled. */
const plain = (text) =>
  String(text)
    .slice(0, 1_000)
    .replaceAll(/[\\*_[\]()`#~]/g, '\\$&')
