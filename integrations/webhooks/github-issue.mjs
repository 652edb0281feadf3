// @ts-nocheck: plain JavaScript, to be copied and changed; relay.test.ts checks what it sends
// Issues of GitHub from webhooks of Assay: one for each regression, closed when a later version has fixed it.

const LABEL = 'performance'

/**
 * @param {any} message the body of a webhook
 * @param {{repository: string, token: string, api?: string, send?: typeof fetch}} github
 * @returns what was done: created, commented, closed, reopened or nothing
 */
export async function toGitHubIssue(
  { event, title, note, finding },
  { repository, token, api = 'https://api.github.com', send = fetch },
) {
  if (finding === undefined || finding.direction !== 'worse') return 'nothing'
  const call = async (method, path, body) => {
    const answer = await send(`${api}/repos/${repository}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`GitHub answered ${method} ${path} with ${answer.status}`)
    return answer.json()
  }
  // The id of the finding is in the text, so that a message that is delivered twice makes no second issue.
  const marker = `assay-finding:${finding.id}`
  const known = (await call('GET', `/issues?labels=${LABEL}&state=all&per_page=100`)).find(({ body }) =>
    body?.includes(marker),
  )
  if (known === undefined) {
    if (event !== 'finding.found' && event !== 'finding.reopened') return 'nothing'
    await call('POST', '/issues', {
      title: title.slice(0, 256),
      labels: [LABEL],
      body: `${issueText(finding)}\n\n<!-- ${marker} -->`,
    })
    return 'created'
  }
  if (event === 'finding.fixed' && known.state === 'open') {
    await call('POST', `/issues/${known.number}/comments`, { body: `${title}. ${finding.url}` })
    await call('PATCH', `/issues/${known.number}`, { state: 'closed', state_reason: 'completed' })
    return 'closed'
  }
  if (event === 'finding.reopened' && known.state === 'closed') {
    await call('PATCH', `/issues/${known.number}`, { state: 'open' })
    return 'reopened'
  }
  if (event === 'finding.found') return 'nothing'
  await call('POST', `/issues/${known.number}/comments`, { body: [title, note].filter(Boolean).join('\n\n') })
  return 'commented'
}

function issueText({ product, from, to, hardware, cause, changes, tests, judged, url }) {
  const rows = changes.slice(0, 20).map(({ test, clients, metric, baseValue, value, ratio, low, high }) => {
    const interval = low === null || high === null ? '' : `${low.toFixed(2)} to ${high.toFixed(2)}`
    return `| ${[test, clients, metric, baseValue, value, ratio.toFixed(2), interval].map(cell).join(' | ')} |`
  })
  return [
    `${cell(product)} ${cell(to)} vs ${cell(from)} on ${cell(hardware)}: ${tests} of ${judged} tests. Cause: ${cell(cause ?? 'not known')}`,
    [
      '| test | clients | metric | base | value | ratio | 95% interval |',
      '|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
    url,
  ].join('\n\n')
}

/** Names come from uploads, so they may contain no markup, and mention nobody. */
const cell = (text) =>
  String(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\|<>[\]`*_]/g, '\\$&')
    .replaceAll('@', '@\u200b')
