import { EXIT_CODES as EXIT_CODES_OF_GATE, GATE_ERROR } from '@assay/domain/findings/gate/gate'

/** Exit codes of `assay`, on which scripts of runners depend. */
export const EXIT = {
  ok: 0,
  refused: 1,
  usage: 2,
  /** `push` stored the certain runs without the files that were refused. */
  partial: 2,
  pending: 3,
  /** `push` stored nothing because a fact has to be stated first. */
  question: 3,
  local: 4,
  bug: 70,
  interrupted: 130,
} as const

/** One of EXIT, or the exit code of a benchmark, which `assay exec` passes on. */
export type ExitCode = number

/** The text below `assay --help`; docs/cli.md has the same table, and a test compares the two. */
export const EXIT_CODES: readonly { code: ExitCode; meaning: string }[] = [
  { code: EXIT.ok, meaning: 'everything was parsed and stored' },
  {
    code: EXIT.refused,
    meaning: 'a file was not parsed, the server refused a run, or (except push) a fact has to be stated first',
  },
  {
    code: EXIT.usage,
    meaning:
      'usage error: a wrong argument or setting, or a missing file; or `push --yes` left refused files out and stored the others',
  },
  {
    code: EXIT.pending,
    meaning:
      'the server was not reached or did not accept the token, and runs stay in the spool; or push has an open question and stored nothing',
  },
  { code: EXIT.local, meaning: 'this machine could not read or write a file (disk full, no permission)' },
  { code: EXIT.bug, meaning: 'a bug in assay' },
  { code: EXIT.interrupted, meaning: 'interrupted; runs stay in the spool' },
]

/**
 * `assay gate` exits with its verdict, and with one code for all errors, so that a wrong argument is not mistaken for a
 * verdict. docs/gate.md and the help of the command contain the same table, and a test compares them.
 */
export const GATE_EXIT_CODES: readonly { code: ExitCode; meaning: string }[] = [
  { code: EXIT_CODES_OF_GATE.pass, meaning: 'pass: no regression' },
  { code: EXIT_CODES_OF_GATE.regression, meaning: 'regression: at least one test has a significant regression' },
  {
    code: EXIT_CODES_OF_GATE.inconclusive,
    meaning: 'inconclusive: the noise is too large to decide',
  },
  { code: GATE_ERROR, meaning: 'no verdict: wrong usage, unknown names, or no response from the server' },
  {
    code: EXIT_CODES_OF_GATE['not compared'],
    meaning: 'not compared: with `--not-compared fail`, a result of the base has no counterpart',
  },
]

/** Exit codes of `assay preview`, of which several may apply: 1 has precedence over 2, and 2 over 3. */
export const PREVIEW_EXIT = { certain: 0, nothing: 1, problems: 2, questions: 3 } as const

export const PREVIEW_EXIT_CODES: readonly { code: ExitCode; meaning: string }[] = [
  { code: PREVIEW_EXIT.certain, meaning: 'product, version and machine of every run are certain' },
  { code: PREVIEW_EXIT.nothing, meaning: 'nothing could be read' },
  { code: PREVIEW_EXIT.problems, meaning: 'some files or values could not be read, or a usage error' },
  { code: PREVIEW_EXIT.questions, meaning: 'questions are open' },
]

/** Returns the exit code for several outcomes; runs that are still to be delivered take precedence. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  const weight: readonly ExitCode[] = [
    EXIT.ok,
    EXIT.refused,
    EXIT.pending,
    EXIT.local,
    EXIT.usage,
    EXIT.bug,
    EXIT.interrupted,
  ]
  return codes.reduce<ExitCode>((worst, code) => (weight.indexOf(code) > weight.indexOf(worst) ? code : worst), EXIT.ok)
}

/** The exit codes of one command, as its help lists them. */
export const exitCodesHelp = (codes: typeof GATE_EXIT_CODES): string =>
  `\nExit codes:\n${codes.map(({ code, meaning }) => `  ${code}  ${meaning}\n`).join('')}`
