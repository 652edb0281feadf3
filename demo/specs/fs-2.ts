import { type DemoSpec, inviting } from './demo-spec.ts'

const TOMAS = { by: 'Tomas Lind' } as const

/** A short functional spec with measurable goals; one comment on it moves to the design. */
export const FS_2: DemoSpec = {
  name: 'FS-2',
  title: 'Faster sorts',
  parent: null,
  ...TOMAS,
  at: '2026-09-22T08:00:00Z',
  steps: [
    ...inviting(TOMAS.by, '2026-09-22T12:00:00Z', ['Mei Tanaka', 'Ines Okafor', 'Jonas Weber', 'Carl Dubois']),
    {
      at: '2026-09-22T12:05:00Z',
      ...TOMAS,
      act: {
        kind: 'schedule',
        meetingAt: '2026-10-08T08:00:00Z',
        timeZone: 'Europe/Berlin',
        place: 'Room 4, and by phone',
        scribe: { key: 'name:Mei Tanaka', name: 'Mei Tanaka' },
      },
    },
    {
      at: '2026-09-24T09:10:00Z',
      by: 'Ines Okafor',
      give: 'Leave us a way back for the first release.',
      on: { kind: 'range', quote: 'Nothing else that a user sees changes' },
    },
    {
      at: '2026-09-28T13:45:00Z',
      by: 'Carl Dubois',
      give: 'Make it stable while you are there: our lists of 20 rows a page rely on the order of equal rows.',
      on: { kind: 'range', quote: 'Rows whose keys are equal come in any order' },
    },
    {
      at: '2026-09-29T07:20:00Z',
      by: 'Mei Tanaka',
      give: 'How do you know which keys are the worst?',
      on: { kind: 'cell', in: 'any others', quote: '0.90' },
    },
    {
      at: '2026-09-30T08:30:00Z',
      ...TOMAS,
      for: 'Jonas Weber',
      source: 'email',
      give: 'Are keys with a collation meant, too?',
      on: 'the whole',
    },
    { at: '2026-09-30T12:00:00Z', ...TOMAS, act: { kind: 'answer', feedback: 1, answer: 'good-point' } },
    {
      at: '2026-09-30T12:06:00Z',
      ...TOMAS,
      act: {
        kind: 'answer',
        feedback: 2,
        answer: 'no-thank-you',
        reason:
          'Nothing has promised that order, and today’s quicksort does not keep it either. To keep it each row would carry its place, which costs everybody memory. Who needs an order names it: ORDER BY price, id.',
      },
    },
    {
      at: '2026-09-30T12:10:00Z',
      ...TOMAS,
      act: {
        kind: 'answer',
        feedback: 4,
        answer: 'answered',
        reason: 'Yes: a collation makes bytes of a text before it is sorted, and the sort sees these.',
      },
    },
    { at: '2026-09-30T15:40:00Z', by: 'Carl Dubois', act: { kind: 'say', feedback: 2, content: true } },
    { at: '2026-10-01T07:05:00Z', ...TOMAS, revise: 2, note: 'A switch for one release' },
    {
      at: '2026-10-01T07:08:00Z',
      ...TOMAS,
      act: { kind: 'carry-out', feedback: 1, revision: 2, where: 'The last section, Switch' },
    },
    // DS-1 is created now, and its review waits for this spec.
    {
      at: '2026-10-08T08:12:00Z',
      ...TOMAS,
      act: {
        kind: 'answer',
        feedback: 3,
        answer: 'moved',
        movedTo: 'DS-1',
        reason: 'What is worst depends on how we sort, so the design has to show it.',
      },
    },
    {
      at: '2026-10-08T08:20:00Z',
      by: 'Mei Tanaka',
      act: {
        kind: 'close-meeting',
        minutes: 'Twenty minutes. The goals stay as they are; whether 0.90 can be held is for the design to say.',
        attendance: ['Tomas Lind', 'Mei Tanaka', 'Ines Okafor'],
      },
    },
    { at: '2026-10-08T09:00:00Z', ...TOMAS, act: { kind: 'resolve' } },
    {
      at: '2026-11-20T09:00:00Z',
      ...TOMAS,
      act: { kind: 'mark', outcome: 'built', note: 'By DS-1, which says how its goals were met; one was missed.' },
    },
  ],
}
