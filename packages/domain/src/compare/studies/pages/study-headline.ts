import { subjectWords } from '../headlines/headline-words.ts'
import type { StudyPage } from './study-page.ts'

/** The headline of a study page: its answer, or else its name and what it is about: "Steps: MySQL on pn53 (cached)". */
export function studyHeadline({
  title,
  headline,
  comparison,
}: Pick<StudyPage, 'title' | 'headline' | 'comparison'>): string {
  if (headline != null) return headline
  const subject = subjectWords(comparison)
  return subject === '' ? title : `${title}: ${subject}`
}
