import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { sentenceText } from '../../tldr/tldr.ts'
import type { StudyPage } from './study-page.ts'

/** A longer sentence is not a headline. */
const MAX_LENGTH = 150

/**
 * The answer of a study as its headline: "Repeats: of 450 pairs 229 agree within 1%". It is the summary of its only
 * figure, or else its sentence with the largest effect; the title alone stands where no sentence is short enough.
 */
export function studyHeadline(
  { title, tldr, summary }: Pick<StudyPage, 'title' | 'tldr' | 'summary'>,
  lead: readonly ChartModel[],
): string {
  const [figure] = lead
  const ofFigure = lead.length === 1 && figure !== undefined ? firstSentence(figure.summary) : ''
  const largest = tldr.sentences.filter(({ effect }) => effect > 0).map(sentenceText)
  const sentence = [ofFigure, ...largest, firstSentence(summary)].find(
    (text) => /\d/.test(text) && text.length <= MAX_LENGTH - title.length,
  )
  return sentence === undefined ? title : `${title}: ${afterColon(withoutStop(sentence))}`
}

/** The summary of a study without the sentence that its headline is. */
export function summaryBelow(summary: string, headline: string): string {
  const first = firstSentence(summary)
  return headline.endsWith(`: ${afterColon(withoutStop(first))}`) ? summary.slice(first.length).trim() : summary
}

/** A sentence after a colon; only words that are not names lose their capital. */
const afterColon = (sentence: string): string =>
  sentence.replace(/^(?:At|From|In|Of|On|The)\b/, (word) => word.toLowerCase())

/** Up to the first full stop that ends a sentence; those of versions and decimals are followed by a digit. */
const firstSentence = (text: string): string => text.match(/^.*?\.(?=\s|$)/)?.[0] ?? text

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')
