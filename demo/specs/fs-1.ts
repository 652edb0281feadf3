import { type DemoSpec, inviting } from './demo-spec.ts'

const INES = { by: 'Ines Okafor' } as const

/**
 * A functional spec: a question about the order of values, a reviewer who disagrees to the end, and machines that
 * cannot do it.
 */
export const FS_1: DemoSpec = {
  name: 'FS-1',
  title: 'IEEE754 datatypes',
  parent: null,
  ...INES,
  at: '2026-09-01T08:20:00Z',
  steps: [
    ...inviting(INES.by, '2026-09-02T07:40:00Z', [
      'Tomas Lind',
      'Priya Nair',
      'Jonas Weber',
      'Mei Tanaka',
      'Carl Dubois',
    ]),
    {
      at: '2026-09-02T07:45:00Z',
      ...INES,
      act: {
        kind: 'schedule',
        meetingAt: '2026-09-17T12:00:00Z',
        timeZone: 'Europe/Berlin',
        place: 'Room 4, and by phone',
        scribe: { key: 'name:Priya Nair', name: 'Priya Nair' },
      },
    },
    {
      at: '2026-09-03T09:12:00Z',
      by: 'Mei Tanaka',
      give: 'Where does NaN sort? An index needs one order of all values, and to the standard NaN is not even equal to itself.',
      on: { kind: 'range', quote: 'test for the values without digits' },
    },
    {
      at: '2026-09-03T14:30:00Z',
      by: 'Carl Dubois',
      give: 'Division by zero should raise an error, as it does for NUMBER. My reports would show Infinity to customers.',
      on: { kind: 'range', quote: 'No operation raises an error' },
    },
    {
      at: '2026-09-04T10:05:00Z',
      ...INES,
      for: 'Jonas Weber',
      source: 'in-person',
      give: 'Two of our ports run on machines without IEEE754. We cannot promise this type there, or not at that speed.',
      on: { kind: 'range', quote: 'arithmetic on them runs at the speed of the processor' },
    },
    {
      at: '2026-09-07T07:55:00Z',
      by: 'Priya Nair',
      give: 'In which byte order? My library runs on machines of both.',
      on: { kind: 'range', quote: 'Values travel in 4 and 8 bytes' },
    },
    {
      at: '2026-09-07T13:20:00Z',
      by: 'Tomas Lind',
      give: 'May a unique index hold one NaN, or many?',
      on: { kind: 'heading', quote: 'Comparison' },
    },
    {
      at: '2026-09-08T08:02:00Z',
      by: 'Priya Nair',
      give: '15 digits are too few to get the same value back: 0.1d + 0.2d is 0.30000000000000004, and 15 digits of that are 0.3. Every double needs 17, every float 9.',
      on: { kind: 'range', quote: 'rounded to 6 and 15 digits' },
    },
    {
      at: '2026-09-08T11:47:00Z',
      by: 'Tomas Lind',
      give: 'Other manuals say 7. Why 6?',
      on: { kind: 'cell', in: 'BINARY_FLOAT 4 6', quote: '6' },
    },
    {
      at: '2026-09-08T15:10:00Z',
      by: 'Carl Dubois',
      give: 'FLOAT4 and FLOAT8 are shorter, and known from elsewhere.',
      on: { kind: 'range', quote: 'BINARY_FLOAT and BINARY_DOUBLE, hold' },
    },
    {
      at: '2026-09-09T07:30:00Z',
      ...INES,
      act: {
        kind: 'answer',
        feedback: 1,
        answer: 'good-point',
        reason: 'One order: NaN equals NaN and is the greatest.',
      },
    },
    {
      at: '2026-09-09T07:41:00Z',
      ...INES,
      act: {
        kind: 'answer',
        feedback: 2,
        answer: 'no-thank-you',
        reason:
          'Infinity is what the standard gives, and programs that move here from files of doubles count on it. A check in each operation would also cost the speed that this type is for. Who wants an error asks IS INFINITE.',
      },
    },
    { at: '2026-09-09T07:44:00Z', ...INES, act: { kind: 'answer', feedback: 4, answer: 'good-point' } },
    {
      at: '2026-09-09T07:46:00Z',
      ...INES,
      act: { kind: 'answer', feedback: 5, answer: 'duplicate', duplicateOf: 1, reason: 'One, as NaN equals NaN.' },
    },
    { at: '2026-09-09T07:52:00Z', ...INES, act: { kind: 'answer', feedback: 6, answer: 'good-point' } },
    {
      at: '2026-09-09T07:58:00Z',
      ...INES,
      act: {
        kind: 'answer',
        feedback: 7,
        answer: 'answered',
        reason:
          '6 always survive; of 7 some do not. Near 8.589973E+9 floats are 1024 apart, and it comes back as 8.589974E+9.',
      },
    },
    {
      at: '2026-09-09T08:10:00Z',
      ...INES,
      act: {
        kind: 'answer',
        feedback: 8,
        answer: 'no-thank-you',
        reason:
          'FLOAT is taken: it is a NUMBER here, with its precision in bits. A name that differs from it by one digit would be mistaken for it.',
      },
    },
    {
      at: '2026-09-09T12:25:00Z',
      by: 'Carl Dubois',
      act: {
        kind: 'say',
        feedback: 2,
        content: false,
        text: 'I would rather have a setting of the session that raises it.',
      },
    },
    { at: '2026-09-09T12:26:00Z', by: 'Carl Dubois', act: { kind: 'say', feedback: 8, content: true } },
    {
      at: '2026-09-10T09:00:00Z',
      ...INES,
      revise: 2,
      note: 'One order of all values, digits that come back, byte order',
    },
    {
      at: '2026-09-10T09:03:00Z',
      ...INES,
      act: { kind: 'carry-out', feedback: 1, revision: 2, where: 'The second paragraph of Comparison' },
    },
    { at: '2026-09-10T09:04:00Z', ...INES, act: { kind: 'carry-out', feedback: 4, revision: 2 } },
    { at: '2026-09-10T09:05:00Z', ...INES, act: { kind: 'carry-out', feedback: 6, revision: 2 } },
    { at: '2026-09-10T11:31:00Z', by: 'Mei Tanaka', act: { kind: 'say', feedback: 1, content: true } },
    {
      at: '2026-09-17T12:19:00Z',
      by: 'Priya Nair',
      for: 'Mei Tanaka',
      source: 'meeting',
      give: 'May the optimizer turn x = x into true?',
      on: { kind: 'range', quote: 'Predicates follow the same order' },
    },
    {
      at: '2026-09-17T12:21:00Z',
      by: 'Priya Nair',
      act: {
        kind: 'answer',
        feedback: 9,
        answer: 'answered',
        reason: 'Into x IS NOT NULL: here NaN equals NaN, and a comparison with NULL is unknown as ever.',
      },
    },
    { at: '2026-09-17T12:22:00Z', ...INES, act: { kind: 'confirm', feedback: 9 } },
    {
      at: '2026-09-17T12:40:00Z',
      by: 'Priya Nair',
      act: {
        kind: 'close-meeting',
        minutes:
          'Jonas knows of no port where a library would not do, as long as the rest of the code does not notice. Ines writes it down as a section of its own, and then the spec is done.',
        attendance: ['Ines Okafor', 'Priya Nair', 'Jonas Weber', 'Mei Tanaka'],
      },
    },
    { at: '2026-09-18T08:15:00Z', ...INES, revise: 3, note: 'Machines without IEEE754' },
    {
      at: '2026-09-18T08:20:00Z',
      ...INES,
      act: {
        kind: 'answer',
        feedback: 3,
        answer: 'good-point-but',
        reason: 'The type is the same on all machines, so we will not leave it out on some.',
        workaround:
          'Each operation is one function of the port layer: one instruction where the hardware has it, and a library where it has not.',
      },
    },
    { at: '2026-09-21T07:30:00Z', ...INES, act: { kind: 'resolve' } },
    { at: '2026-09-25T06:50:00Z', ...INES, revise: 4, note: 'Wording' },
    {
      at: '2026-11-20T09:30:00Z',
      ...INES,
      act: {
        kind: 'mark',
        outcome: 'not-built',
        note: 'Comes after the sort of DS-1, which knows the order of these types already.',
      },
    },
  ],
}
