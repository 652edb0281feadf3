import type { Format } from '../../import/format.ts'
import type { Parsed } from '../../parse/problem.ts'
import { countNodes, type ProfileKind, type StackProfile } from '../../run/cpu-profile/stack-profile.ts'
import { companionFormat } from '../companion-format.ts'
import { looksLikePerfReport, parsePerfReport } from '../perf/perf-report/parse-perf-report.ts'
import { looksLikePerfScript, parsePerfScript } from '../perf/perf-report/parse-perf-script.ts'
import type { ProfileOfResult } from '../perf/perf-values.ts'
import { looksLikePlans } from '../plans/parse-plans.ts'
import { parsePlanProfiles } from '../plans/plan-profiles.ts'
import { looksLikeFlameSvg, parseFlameSvg } from './flame-svg/parse-flame-svg.ts'
import { looksLikeFolded, parseFolded } from './folded/parse-folded.ts'
import { looksLikePmp, parsePmp } from './pmp/parse-pmp.ts'

/** Recognizer and parser of each kind of profile. A file may hold one profile per event. */
const PROFILE_FORMATS: readonly {
  kind: ProfileKind
  recognize(text: string): boolean
  parse(text: string, file: string): Parsed<StackProfile[]>
}[] = [
  { kind: 'flame-graph-svg', recognize: looksLikeFlameSvg, parse: one(parseFlameSvg) },
  { kind: 'perf-report', recognize: looksLikePerfReport, parse: reports },
  { kind: 'perf-script', recognize: looksLikePerfScript, parse: parsePerfScript },
  { kind: 'pmp', recognize: looksLikePmp, parse: one(parsePmp) },
  { kind: 'query-plan', recognize: looksLikePlans, parse: parsePlanProfiles },
  { kind: 'folded-stacks', recognize: looksLikeFolded, parse: one(parseFolded) },
]

function one(parse: (text: string, file: string) => Parsed<StackProfile>) {
  return (text: string, file: string): Parsed<StackProfile[]> => {
    const { value, problems } = parse(text, file)
    return { value: value === null ? null : [value], problems }
  }
}

function reports(text: string, file: string): Parsed<StackProfile[]> {
  const { value, problems } = parsePerfReport(text, file)
  return { value: value?.map(({ profile }) => profile) ?? null, problems }
}

const parsers = new Map(PROFILE_FORMATS.map(({ kind, parse }) => [kind, parse]))

/** Parses the profiles of a file of a known kind, such as an attachment of a run. */
export function parseProfiles(kind: ProfileKind, text: string, file: string): Parsed<StackProfile[]> {
  return parsers.get(kind)?.(text, file) ?? { value: null, problems: [{ file, message: `no parser reads ${kind}` }] }
}

export const PROFILES_FORMATS: readonly Format[] = PROFILE_FORMATS.map(({ kind, recognize, parse }) =>
  companionFormat({
    kind,
    ...(kind === 'query-plan' ? { isNamedAfterOutput: true as const } : {}),
    recognize: (_name, text) => recognize(text),
    parse,
    contentOf: (profiles, { path }) => ({
      kind: 'profiles',
      profiles: profiles.map((profile) => summarize(profile, kind, path)),
    }),
  }),
)

function summarize({ event, unit, root }: StackProfile, kind: ProfileKind, path: string): ProfileOfResult {
  return {
    attachment: path.replace(/\.gz$/, ''),
    kind,
    ...(event === null ? {} : { event }),
    unit,
    // Rounded, because percentages of a report add up to 100.00000000000018.
    total: Number(root.total.toPrecision(12)),
    functions: countNodes(root),
  }
}
