import { BOUND_STATES, type Evidence } from '@assay/domain/specs/evidence/evidence'
import { z } from 'zod'

/** The evidence of a spec for programs: frozen content, comparison with current results, and bound numbers. */
export const SpecEvidenceBody = z
  .object({
    figures: z.array(
      z.object({
        number: z.int(),
        name: z.string().nullable(),
        /** The hash of the frozen comparison; null when nothing is frozen, and `problem` then states why. */
        sha256: z.string().nullable(),
        frozenAt: z.string().nullable(),
        problem: z.string().nullable(),
        reproduction: z.enum(['reproduced', 'differs', 'gone']).nullable(),
      }),
    ),
    numbers: z.array(z.object({ text: z.string(), href: z.string(), state: z.enum(BOUND_STATES), words: z.string() })),
  })
  .meta({ id: 'SpecEvidence' })

export const specEvidenceBody = ({ figures, numbers }: Evidence): z.infer<typeof SpecEvidenceBody> => ({
  figures: figures.map(({ number, figure, frozen, problem, reproduction }) => ({
    ...{ number, name: figure?.name ?? null, problem },
    sha256: frozen?.sha256 ?? null,
    frozenAt: frozen?.figure.frozenAt ?? null,
    reproduction: reproduction?.kind ?? null,
  })),
  numbers: numbers.map(({ text, href, state, words }) => ({ text, href, state, words })),
})
