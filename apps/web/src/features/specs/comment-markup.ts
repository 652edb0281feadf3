import { commentHtml } from '@assay/domain/specs/comment-html'
import { type Feedback, opinionsOf } from '@assay/domain/specs/feedback'
import { hasMarkup } from '@assay/domain/specs/has-markup'
import { mentions } from '@assay/domain/specs/mentions'
import type { Spec } from '@assay/domain/specs/spec'

/** Markup of texts in Markdown, by their source. Plain texts are absent, because most comments are plain. */
export type CommentMarkup = Readonly<Record<string, string>>

/** @param names names of people, whose mentions are set in bold */
export function commentMarkup(feedback: Feedback, names: readonly string[]): CommentMarkup {
  const { body, replies, responses } = feedback
  const texts = [
    ...[body, ...replies.map(({ text }) => text)],
    ...responses.flatMap(({ reason, workaround, where }) => [reason, workaround, where]),
    ...opinionsOf(feedback).map(({ text }) => text),
  ]
  return Object.fromEntries(
    texts.flatMap((text) => {
      const mentioned = names.filter((name) => mentions(text, name))
      if (!hasMarkup(text) && mentioned.length === 0) return []
      return [[text, commentHtml(withMentions(text, mentioned), 4)]]
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
