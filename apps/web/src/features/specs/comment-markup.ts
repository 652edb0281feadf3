import { markdownToHtml } from '@assay/domain/publish/markdown/markdown-to-html'
import type { Feedback } from '@assay/domain/specs/feedback'
import { mentions } from '@assay/domain/specs/mentions'
import type { Spec } from '@assay/domain/specs/spec'

/** Markup of texts in Markdown, by their source. Plain texts are absent, because most comments are plain. */
export type CommentMarkup = Readonly<Record<string, string>>

const MARKDOWN = /[*_`~#[\]|$<>\\&]|https?:|^\s*(?:[-+]|\d+[.)])\s/m

/** @param names names of people, whose mentions are set in bold */
export function commentMarkup(feedback: Feedback, names: readonly string[]): CommentMarkup {
  const texts = [feedback.body, ...feedback.replies.map(({ text }) => text)]
  return Object.fromEntries(
    texts.flatMap((text, at) => {
      const mentioned = names.filter((name) => mentions(text, name))
      if (!MARKDOWN.test(text) && mentioned.length === 0) return []
      const idPrefix = `F-${feedback.number}-${at}-`
      return [[text, markdownToHtml(withMentions(text, mentioned), { idPrefix, topLevel: 4 }).html]]
    }),
  )
}

/** Names of everybody who takes part in a review, the longest first. */
export function namesIn({
  owner,
  coAuthors,
  readers,
  feedback,
}: Pick<Spec, 'owner' | 'coAuthors' | 'readers' | 'feedback'>) {
  const people = [
    ...[owner, ...coAuthors, ...readers.map(({ who }) => who)],
    ...feedback.flatMap(({ giver, replies }) => [giver, ...replies.map(({ by }) => by)]),
  ]
  return [...new Set(people.map(({ name }) => name))].sort((a, b) => b.length - a.length)
}

/** Sets mentions in bold, except inside code. */
function withMentions(text: string, names: readonly string[]): string {
  const escaped = names.filter((name) => /^[\p{L}\p{N} .'-]+$/u.test(name)).map((name) => name.replaceAll('.', '\\.'))
  if (escaped.length === 0) return text
  const mention = new RegExp(`@(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return text
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(mention, (found) => `**${found}**`)))
    .join('')
}
