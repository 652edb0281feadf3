// @ts-nocheck: plain JavaScript, to be copied and changed; relay.test.ts checks what it sends
// Receives webhooks of Assay, checks their signature, and passes them on to Slack, Teams or GitHub:
//   ASSAY_HOOK_SECRET=assay_hook_… TEAMS_URL=https://… node relay.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { toGitHubIssue } from './github-issue.mjs'
import { toSlack } from './slack.mjs'
import { toTeams } from './teams.mjs'

/** True when a message is signed with the secret, and not older than five minutes. */
export function isSigned(secret, body, header, now = Date.now()) {
  const [, seconds, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (given === undefined || Math.abs(now / 1000 - Number(seconds)) > 300) return false
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest()
  return timingSafeEqual(mac, Buffer.from(given, 'hex'))
}

/** @param {{secret: string, slack?: string, teams?: string, github?: {repository: string, token: string, api?: string}}} to */
export function createRelay({ secret, slack, teams, github }) {
  const done = new Set()
  const post = async (url, body) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${new URL(url).host} answered with ${answer.status}`)
  }
  return createServer(async (request, response) => {
    const body = await text(request)
    if (!isSigned(secret, body, request.headers['assay-signature']))
      return response.writeHead(401).end('The signature is wrong.')
    const id = request.headers['assay-message']
    // Assay delivers at least once. A message that failed has another status, and comes again.
    if (done.has(id)) return response.writeHead(200).end('known')
    try {
      const message = JSON.parse(body)
      if (slack) await post(slack, toSlack(message))
      if (teams) await post(teams, toTeams(message))
      if (github) await toGitHubIssue(message, github)
      done.add(id)
      return response.writeHead(200).end('passed on')
    } catch (error) {
      return response.writeHead(502).end(String(error))
    }
  })
}

if (import.meta.main) {
  const {
    ASSAY_HOOK_SECRET: secret,
    SLACK_URL: slack,
    TEAMS_URL: teams,
    GITHUB_REPOSITORY: repository,
    GITHUB_TOKEN: token,
  } = process.env
  if (!secret) throw new Error('Set ASSAY_HOOK_SECRET to the secret that was shown when the channel was created.')
  createRelay({ secret, slack, teams, github: repository && token ? { repository, token } : undefined }).listen(
    Number(process.env.PORT ?? 8080),
  )
}
