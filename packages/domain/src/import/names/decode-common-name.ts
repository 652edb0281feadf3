import type { Fields } from '../fields.ts'
import { isPathReference } from '../profile/corrections.ts'
import type { DecodedDirectory, DecodedFile } from '../profile/decode-path.ts'
import type { CommonFileName } from './read-file-name.ts'
import type { NamedFact } from './read-name.ts'

/** A part of a path that nothing decodes, by the value that states it, such as `@folder`. */
export type UndecodedName = { reference: string; text: string }

/** Evidence of the path of a file beyond its fields, by common spellings. */
export type FileEvidence = {
  parts: readonly UndecodedName[]
  uncertain: readonly NamedFact[]
  confidence: Readonly<Record<string, number>>
  /** The test, where only the rest of the name could be it. */
  testGuess: string | null
  /** True when neither the path nor a person states the test. */
  statesNoTest: boolean
  /** True when the name of the file states another fact than the test, as `mysql_128.log` does and `out.txt` does not. */
  statesOtherFact: boolean
}

/** Fields of a file in a folder that a profile decodes: the folder says what was tested, the name in which step. */
const OF_A_STEP = ['test', 'clients', 'repeat'] as const

/**
 * Decodes the name of a file that no rule of the profile matches. What a person states wins; parts that a person named,
 * as in `config=@file`, are decoded.
 */
export function decodeCommonName(
  name: CommonFileName,
  directory: DecodedDirectory,
  { stated, overrule }: { stated: Fields; overrule: (fields: Fields) => Fields },
): DecodedFile | null {
  if (!directory.isCommon) {
    const known = OF_A_STEP.flatMap((field) => (name.fields[field] === undefined ? [] : [[field, name.fields[field]]]))
    return known.length === 0 ? null : { rule: null, fields: overrule(Object.fromEntries(known)) }
  }
  const { named, undecoded } = ofName(name, directory)
  const own: Record<string, string> = { ...overrule(named) }
  for (const [field, text] of Object.entries(stated)) {
    const value = isPathReference(text) ? directory.fields[field] : text
    if (value !== undefined && (isPathReference(text) || field === 'test')) own[field] = value
  }
  const test = own.test ?? directory.fields.test ?? name.testGuess
  const parts = undecodedParts(undecoded, directory)
  return {
    rule: null,
    fields: { ...own, ...(test === null ? {} : { test }), ...separating(parts) },
    evidence: {
      parts,
      uncertain: [...name.uncertain, ...directory.uncertain].filter(
        ({ field }) => own[field] === undefined && directory.fields[field] === undefined,
      ),
      confidence: {
        ...directory.confidence,
        ...Object.fromEntries(name.facts.map(({ field, confidence }) => [field, confidence])),
      },
      testGuess: own.test === undefined && directory.fields.test === undefined ? name.testGuess : null,
      statesNoTest: test === null,
      statesOtherFact: name.facts.some(({ field }) => !field.startsWith('_')),
    },
  }
}

/**
 * The facts that a name adds to those of its folders. A version replaces that of the folder only if it is more exact.
 * Everything else stays undecoded.
 */
function ofName(name: CommonFileName, { fields }: DecodedDirectory): { named: Fields; undecoded: readonly string[] } {
  const { version, ...others } = name.fields
  const isOther =
    version !== undefined &&
    fields.version !== undefined &&
    others.product === undefined &&
    version !== fields.version &&
    !version.startsWith(`${fields.version}.`)
  const known: Fields = { ...fields, ...(isOther ? others : name.fields) }
  const doubtful = name.uncertain.filter(({ field }) => known[field] !== undefined)
  return {
    named: isOther ? others : name.fields,
    undecoded: [
      ...name.undecoded,
      ...(isOther ? [version] : []),
      ...doubtful.filter(({ value }) => !name.undecoded.includes(`v${value}`)).map(({ value }) => value),
      ...replacedValues(fields, known),
    ],
  }
}

/** Facts of the folders that the name of the file replaces. Where files differ in one, it is asked about. */
const replacedValues = (folders: Fields, known: Fields): string[] =>
  Object.entries(folders).flatMap(([field, value]) => {
    const isSame = known[field] === value || (field === 'version' && known.version?.startsWith(`${value}.`) === true)
    return isSame || field.startsWith('_') || field === 'test' || field === 'clients' ? [] : [value]
  })

const undecodedParts = (undecoded: readonly string[], directory: DecodedDirectory): UndecodedName[] => [
  ...directory.undecoded.map((text, at) => ({ reference: partReference('folder', at), text })),
  ...undecoded.map((text, at) => ({ reference: partReference('file', at), text })),
]

/** The value that states a part, by its position: `@folder`, `@folder2`. */
const partReference = (kind: 'folder' | 'file', position: number): string =>
  position === 0 ? `@${kind}` : `@${kind}${position + 1}`

/** Fields that keep the files of one folder apart whose names differ in a part that nothing decodes. */
const separating = (parts: readonly UndecodedName[]): Fields =>
  Object.fromEntries(
    parts
      .filter(({ reference }) => reference.startsWith('@file'))
      .map(({ reference, text }) => [`_${reference}`, text]),
  )
