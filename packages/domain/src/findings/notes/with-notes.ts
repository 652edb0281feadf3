import type { Footnote, Point, PointSet } from '../../compare/point.ts'
import { type Annotation, isAbout } from './annotation.ts'
import { affectedVersions, type KnownBug, touches } from './known-bug.ts'
import { ANNOTATION_NOTE, KNOWN_BUG_NOTE } from './note-codes.ts'

/** People's notes on the results of a project, and a function that returns the URL of a bug. */
type ProjectNotes = {
  bugs: readonly KnownBug[]
  annotations: readonly Annotation[]
  bugHref: (slug: string) => string
}

/**
 * Adds a footnote to results for every known bug that affects them and every note on them. Through the engine, these
 * footnotes reach every cell, chart and export.
 */
export function withNotes(set: PointSet, { bugs, annotations, bugHref }: ProjectNotes): PointSet {
  if (bugs.length === 0 && annotations.length === 0) return set
  const bugNotes = bugs.map((bug) => ({ bug, note: bugFootnote(bug, bugHref) }))
  const personal = annotations.map((annotation) => ({ annotation, note: annotationFootnote(annotation) }))
  const points = set.points.map((point): Point => {
    const { product = '', version = '', test, workload } = point.coordinates
    const notes = [
      ...bugNotes.filter(({ bug }) => touches(bug, { product, version, test, workload })),
      ...personal.filter(({ annotation }) => isAbout(annotation, point)),
    ].map(({ note }) => note)
    return notes.length === 0 ? point : { ...point, footnotes: [...(point.footnotes ?? []), ...notes] }
  })
  return { ...set, points }
}

function bugFootnote(bug: KnownBug, bugHref: ProjectNotes['bugHref']): Footnote {
  const text = `Known bug ${bug.product} ${bug.bug} (${affectedVersions(bug)}): ${bug.title}`
  return { code: KNOWN_BUG_NOTE, text: ended(text), href: bugHref(bug.slug) }
}

function annotationFootnote({ text, author }: Annotation): Footnote {
  return { code: ANNOTATION_NOTE, text: ended(author === null ? text : `${author}: ${text}`) }
}

const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
