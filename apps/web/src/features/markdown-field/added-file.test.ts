import { expect, test } from 'vitest'
import { fileOfImage } from './added-file.ts'

test('an image of a pasted text becomes a file with its alternative text, and other data URLs do not', async () => {
  const image = { alt: 'A chart', placeholder: '![A chart](https://pasted.invalid/2)' }
  const added = fileOfImage({ ...image, dataUrl: 'data:image/png;base64,aGVsbG8=' }, 2)
  expect(added).toMatchObject({ alt: 'A chart', placeholder: image.placeholder })
  expect([added?.file.name, added?.file.type, await added?.file.text()]).toEqual(['image-2.png', 'image/png', 'hello'])
  for (const dataUrl of ['data:image/png;base64,%', 'data:text/html;base64,aGVsbG8=', 'data:image/svg+xml,<svg/>']) {
    expect(fileOfImage({ ...image, dataUrl }, 1)).toBeNull()
  }
})
