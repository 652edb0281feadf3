import { expect, test } from 'vitest'
import { findAnswerText, REPLY_LINE } from './answer-text.ts'

// The texts have the shape that mail programs give to an answer; the words are ours.

const QUOTED = [
  REPLY_LINE,
  '',
  'Vic commented.',
  '',
  'F-1 on “numbers are added”, Vic:',
  'Why four?',
  '',
  '-- ',
  'Assay',
]
const marked = QUOTED.map((line) => `> ${line}`.trimEnd()).join('\n')
const plain = QUOTED.join('\n')
const ANSWER = 'Because of rounding:\n\n- up\n- down\n\nSee `add()`, or 10:30.'

const SHAPES: Record<string, string> = {
  Gmail: `${ANSWER}\n\nOn Sat, Nov 21, 2026 at 1:00 PM Assay <assay@lab.test> wrote:\n\n${marked}`,
  'Gmail, with a folded introduction': `${ANSWER}\n\nOn Sat, Nov 21, 2026 at 1:00 PM Assay\n<reply+abc@lab.test> wrote:\n\n${marked}`,
  'Gmail, German': `${ANSWER}\n\nAm Sa., 21. Nov. 2026 um 13:00 Uhr schrieb Assay <assay@lab.test>:\n\n${marked}`,
  'Gmail, Japanese': `${ANSWER}\n\n2026年11月21日(土) 13:00 Assay <assay@lab.test>:\n\n${marked}`,
  'Apple Mail': `${ANSWER}\n\n> On 21. Nov 2026, at 13:00, Assay <assay@lab.test> wrote:\n> \n${marked}\n`,
  'Apple Mail on a phone': `${ANSWER}\n\nSent from my iPhone\n\n> On 21. Nov 2026, at 13:00, Assay <assay@lab.test> wrote:\n> \n> ${REPLY_LINE}\n> \n> Vic commented.`,
  Outlook: `${ANSWER}\r\n\r\n________________________________\r\nFrom: Assay <assay@lab.test>\r\nSent: Saturday, November 21, 2026 1:00 PM\r\nTo: Olga <olga@lab.test>\r\nSubject: News about FS-1 Datatypes\r\n\r\n${plain.replaceAll('\n', '\r\n')}`,
  'Outlook for a phone': `${ANSWER}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Assay <assay@lab.test>\nSent: Saturday, November 21, 2026 1:00:00 PM\nTo: Olga <olga@lab.test>\nSubject: News about FS-1 Datatypes\n\n${plain}`,
  'Outlook, French': `${ANSWER}\n\nDe : Assay <assay@lab.test>\nEnvoyé : samedi 21 novembre 2026 13:00\nÀ : Olga <olga@lab.test>\nObjet : News about FS-1\n\n${plain}`,
  Thunderbird: `${ANSWER}\n\nOn 11/21/26 13:00, Assay wrote:\n${marked}`,
  'a program with a separator': `${ANSWER}\n\n-----Original Message-----\n\n${plain}`,
  'a program that does not quote': `${ANSWER}\n`,
  'a program that quotes without our line': `${ANSWER}\n\nOn 11/21/26 13:00, Assay wrote:\n> Vic commented.\n> Why four?\n`,
  'a signature': `${ANSWER}\n\n-- \nOlga\nLab, 1010 Vienna\n\nOn 11/21/26 13:00, Assay wrote:\n${marked}`,
}

test.each(Object.entries(SHAPES))('%s: the answer remains, without quotation and signature', (_, mail) => {
  expect(findAnswerText(mail)).toEqual({ text: ANSWER, below: false })
})

test.each([
  ['below the quotation', `On 11/21/26 13:00, Assay wrote:\n${marked}\n\nI answer here.`],
  ['within the quotation', `On 11/21/26 13:00, Assay wrote:\n> ${REPLY_LINE}\n>\n> Why four?\nI answer here.\n> Assay`],
])('text %s is reported, because it would be lost', (_, mail) => {
  expect(findAnswerText(mail).below).toBe(true)
})

test('a last line with a colon belongs to the answer when it introduces nothing', () => {
  expect(findAnswerText(`It has two parts:\n\n${plain}`).text).toBe('It has two parts:')
  expect(findAnswerText('> a quotation of my own\n\nand my answer').text).toBe(
    '> a quotation of my own\n\nand my answer',
  )
})

test('an empty answer has no text', () => {
  expect(findAnswerText(`\n\nOn 11/21/26 13:00, Assay wrote:\n${marked}`).text).toBe('')
})
