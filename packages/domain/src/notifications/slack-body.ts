import type { NotificationText } from './finding-notification.ts'

/** What Slack takes in one text. */
const LONGEST = 2_900

/**
 * What an incoming webhook of Slack, and of those that take its form, is sent. Names out of uploads stand in plain text
 * blocks, where no markup is read; `text`, which others than Slack read as Markdown, has its signs broken.
 */
export function slackBody({ headline, sentences }: NotificationText, link: { label: string; url: string }): string {
  const text = [headline, ...sentences].join('\n')
  return JSON.stringify({
    text: `${withoutMarkup(text)}\n<${link.url}|${withoutMarkup(link.label)}>`,
    unfurl_links: false,
    unfurl_media: false,
    link_names: false,
    blocks: [
      plain(headline),
      ...(sentences.length === 0 ? [] : [plain(sentences.join('\n'))]),
      { type: 'section', text: { type: 'mrkdwn', text: `<${link.url}|${withoutMarkup(link.label)}>` } },
    ],
  })
}

const plain = (text: string) => ({
  type: 'section',
  text: { type: 'plain_text', emoji: false, text: text.slice(0, LONGEST) },
})

/** A word joiner before each sign keeps what it would begin from beginning; it is not seen. */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`[\]()@#!|\\:]/g, '\u2060$&\u2060')
    .slice(0, LONGEST)
}
