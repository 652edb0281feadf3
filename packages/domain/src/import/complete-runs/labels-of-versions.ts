import type { CommonRun } from './run-evidence.ts'

/** Words that only say which of two versions is meant. */
const LABEL =
  /^(?:[ab]|old|new|before|after|base(?:line)?|candidate|control|treatment|head|target|ref(?:erence)?|current|prev(?:ious)?|next|latest|stable|lts|innovation|upstream)$/i

/** Bases of images: `mysql:8.4.7-oracle`, `mariadb:11.8.5-noble`. */
const IMAGE =
  /^(?:oracle(?:linux\d*)?|noble|jammy|focal|bookworm|bullseye|buster|trixie|alpine(?:[-_]?3\.\d+)?|slim|ubi\d*|debian|ubuntu|management)$/i

/** Fields that together say which program was measured. */
const PROGRAM = ['product', 'version', 'commit', 'compiler', 'compilerVersion', 'flags', 'buildType'] as const

/**
 * The runs without words that only repeat a difference which is known: `old` and `new` where each stands for a version of
 * its own, and the base of an image where each product has one. The same words next to one version stay a question.
 */
export const withoutLabels = (runs: readonly CommonRun[]): readonly CommonRun[] => withoutImages(withoutWords(runs))

function withoutWords(runs: readonly CommonRun[]): readonly CommonRun[] {
  const references = new Set(runs.flatMap(({ parts }) => parts.map(({ reference }) => reference)))
  const labels = [...references].filter((reference) => {
    const texts = runs.map((run) => textAt(run, reference))
    return texts.every((text) => LABEL.test(text)) && isOneToOne(texts, runs.map(programOf))
  })
  return runs.map((run) => ({ ...run, parts: run.parts.filter(({ reference }) => !labels.includes(reference)) }))
}

function withoutImages(runs: readonly CommonRun[]): readonly CommonRun[] {
  const products = Map.groupBy(runs, ({ draft }) => draft.fields.product ?? '')
  const isOfProduct = [...products.values()].every((own) => new Set(own.map(imageOf)).size === 1)
  if (products.size < 2 || products.has('') || !isOfProduct) return runs
  return runs.map((run) => ({ ...run, parts: run.parts.filter(({ text }) => !IMAGE.test(text)) }))
}

const textAt = ({ parts }: CommonRun, reference: string): string =>
  parts.find((part) => part.reference === reference)?.text ?? ''
const imageOf = ({ parts }: CommonRun): string => parts.find(({ text }) => IMAGE.test(text))?.text ?? ''
const programOf = ({ draft: { fields } }: CommonRun): string => JSON.stringify(PROGRAM.map((name) => fields[name]))

/** True when each of at least two texts stands for one program, and each program for one text. */
function isOneToOne(texts: readonly string[], programs: readonly string[]): boolean {
  const pairs = new Set(texts.map((text, at) => JSON.stringify([text.toLowerCase(), programs[at]])))
  const different = new Set(texts.map((text) => text.toLowerCase()))
  return different.size > 1 && pairs.size === different.size && pairs.size === new Set(programs).size
}
