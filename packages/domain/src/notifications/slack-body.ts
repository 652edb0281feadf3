import type { NotificationText } from './finding-notification.ts'

/** Maximum length of one text in Slack. */
const MAX_TEXT_CHARACTERS = 2_900

/**
 * Body for incoming webhooks of Slack and compatible services. Names from uploads are in plain text blocks without
 * markup; in `text`, which other services read as Markdown, markup characters are disabled.
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
  text: { type: 'plain_text', emoji: false, text: text.slice(0, MAX_TEXT_CHARACTERS) },
})

/** Disables markup by an invisible word joiner around each markup character. */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`[\]()@#!|\\:]/g, '\u2060$&\u2060')
    .slice(0, MAX_TEXT_CHARACTERS)
}
