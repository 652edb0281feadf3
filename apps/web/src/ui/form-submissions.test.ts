import { expect, test } from 'vitest'
import { createSubmissions, holdsSent } from './form-submissions.ts'

function fieldsOf(text: string): FormData {
  const fields = new FormData()
  fields.set('text', text)
  return fields
}

test('another text that is submitted during a submission is handled after it', async () => {
  const submit = createSubmissions()
  const handled: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = submit(fieldsOf('one'), () => {
    handled.push('one')
    return promise
  })
  const second = submit(fieldsOf('two'), async () => void handled.push('two'))
  await Promise.resolve()
  expect(handled).toEqual(['one'])
  resolve()
  await Promise.all([first, second])
  expect(handled).toEqual(['one', 'two'])
})

test('a double click is one submission, and the same text afterwards is another one', async () => {
  const submit = createSubmissions()
  let handled = 0
  const run = async () => void handled++
  await Promise.all([submit(fieldsOf('one'), run), submit(fieldsOf('one'), run)])
  expect(handled).toBe(1)
  await submit(fieldsOf('one'), run)
  expect(handled).toBe(2)
})

test('files are compared by name, size and time', async () => {
  const submit = createSubmissions()
  let handled = 0
  const withFile = (content: string, name = 'a.log') => {
    const fields = new FormData()
    fields.set('file', new File([content], name, { lastModified: 1 }))
    return submit(fields, async () => void handled++)
  }
  await Promise.all([withFile('x'), withFile('y'), withFile('xy'), withFile('xy', 'b.log')])
  expect(handled).toBe(3)
})

test('a submission whose action fails does not stop the next one', async () => {
  const submit = createSubmissions()
  let handled = 0
  const failed = submit(fieldsOf('one'), async () => {
    throw new Error('no')
  })
  const next = submit(fieldsOf('two'), async () => void handled++)
  await expect(failed).rejects.toThrow('no')
  await next
  expect(handled).toBe(1)
})

test('a form holds what was sent also when the sent values name the pressed button', () => {
  const sent = fieldsOf('one')
  sent.set('button', 'save')
  expect(holdsSent(sent, fieldsOf('one'))).toBe(true)
  expect(holdsSent(sent, fieldsOf('one and more'))).toBe(false)
})
