import { refusal } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { countedUnit, MAX_STACK_DEPTH, ROOT_NAME, type StackProfile } from '../../../run/cpu-profile/stack-profile.ts'
import { scanSvg } from './scan-svg.ts'
import { type Box, stackFrames } from './stack-frames.ts'

/** Title of a frame: `frame (1,234 samples, 5.67%)`, followed by `; +0.10%` when the graph compares two profiles. */
const TITLE = /^(.*) \(([\d,]+(?:\.\d+)?) ([^,()]+), ([\d.]+)%(; [+-]?[\d.]+%)?\)$/s
const WEIGHT = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/
const MAX_FRAMES = 200_000
/** Scripts print shares with one or two decimals, and weights whole or rounded. */
const SHARE_TOLERANCE = 0.11

/** Recognizes a flame graph: an SVG with titles that name functions with their share. */
export const looksLikeFlameSvg = (text: string): boolean =>
  /<svg[\s>]/.test(text.slice(0, 5_000)) &&
  /<title>[^<]{1,5000} \([\d,.]+ [^,()<]+, [\d.]+%(?:; [+-]?[\d.]+%)?\)<\/title>/.test(text)

/**
 * Parses the tree of a flame graph as the usual scripts draw it (flamegraph.pl, inferno): titles give names and
 * weights, rectangles give the position. Frames too narrow to be drawn count for their callers. Nothing in the file is
 * executed. A frame that is wider than its caller, a share that contradicts its weight, and a truncated file refuse the
 * run.
 */
export function parseFlameSvg(text: string, file: string): Parsed<StackProfile> {
  const refuse = (message: string, line?: number): Parsed<StackProfile> => ({
    value: null,
    problems: [{ file, ...(line === undefined ? {} : { line }), message }],
  })
  const scanned = scanSvg(text)
  if ('message' in scanned) return refuse(scanned.message, scanned.line)
  if (scanned.frames.length > MAX_FRAMES)
    return refuse(`has ${scanned.frames.length} frames; expected at most ${MAX_FRAMES}`)
  const contradicts = (message: string, line?: number): Parsed<StackProfile> => ({
    value: null,
    problems: [refusal(file, message, line)],
  })
  if (!/<\/svg>\s*$/.test(text)) return contradicts('ends before </svg>, so frames may be missing', lineCount(text))

  const boxes: (Box & { percent: number })[] = []
  const problems: Problem[] = []
  const units = new Set<string>()
  for (const { title, attributes, line } of scanned.frames) {
    const box = readBox(title, attributes, line)
    if (typeof box === 'string') {
      problems.push({ file, line, message: `${quote(title)}: ${box}` })
      continue
    }
    units.add(box.countName)
    boxes.push(box)
  }
  const [problem] = problems
  // The tree would be wrong without the frame, because it may have callees.
  if (problem !== undefined) return { value: null, problems: problems.slice(0, 20) }
  if (units.size > 1) return refuse(`counts ${[...units].join(' and ')}; expected one kind of count`)
  if (new Set(boxes.map(({ y }) => y)).size > MAX_STACK_DEPTH) return refuse(`is over ${MAX_STACK_DEPTH} frames deep`)
  const placed = stackFrames(boxes, toleranceOf(boxes))
  if ('message' in placed) return contradicts(`${quote(placed.box.name)} ${placed.message}`, placed.box.line)
  const { root } = placed
  const wrong = boxes.find(({ weight, percent }) => Math.abs((100 * weight) / root.total - percent) > SHARE_TOLERANCE)
  if (wrong !== undefined) {
    const share = ((100 * wrong.weight) / root.total).toFixed(2)
    return contradicts(
      `${quote(wrong.name)} is said to be ${wrong.percent}%, but ${wrong.weight} of ${root.total} are ${share}%`,
      wrong.line,
    )
  }
  return {
    value: { event: null, unit: countedUnit([...units][0], root.total), root: { ...root, name: ROOT_NAME } },
    problems: [],
  }
}

function readBox(
  title: string,
  attributes: ReadonlyMap<string, string>,
  line: number,
): (Box & { countName: string; percent: number }) | string {
  const [, name, weightText = '', countName = '', percentText = '', difference] = TITLE.exec(title) ?? []
  if (name === undefined || !WEIGHT.test(weightText)) return 'expected a name and, in brackets, samples and percent'
  if (difference !== undefined) return 'compares two profiles; expected the flame graph of one'
  const number = (key: string) => {
    const matched = /^(-?\d+(?:\.\d+)?)%?$/.exec(attributes.get(key) ?? '')
    return matched === null ? Number.NaN : Number(matched[1])
  }
  // inferno states the position exactly, in samples.
  const exact = attributes.has('fg:x') && attributes.has('fg:w')
  const [x, width, y] = [number(exact ? 'fg:x' : 'x'), number(exact ? 'fg:w' : 'width'), number('y')]
  if (!Number.isFinite(x + width + y) || width < 0) return 'expected a rectangle with x, y and width'
  const weight = Number(weightText.replaceAll(',', ''))
  return { name, module: null, x, width, y, weight, line, countName, percent: Number(percentText) }
}

const lineCount = (text: string): number => text.trimEnd().split('\n').length

/** Half a unit of the last printed digit, for both ends of two boxes. */
function toleranceOf(boxes: readonly Box[]): number {
  const digits = Math.max(0, ...boxes.slice(0, 1_000).map(({ x, width }) => Math.max(decimals(x), decimals(width))))
  return digits === 0 ? 0.5 : 2.1 * 10 ** -digits
}

const decimals = (value: number): number => String(value).split('.')[1]?.length ?? 0
