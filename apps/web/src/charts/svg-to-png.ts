/** Pixels of a PNG per pixel of the page. */
const PNG_SCALE = 2

/** Draws an SVG as a PNG; null when the browser cannot. */
export async function svgToPng(svg: string, width: number, height: number): Promise<Blob | null> {
  const image = new Image()
  const loaded = new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true)
    image.onerror = () => resolve(false)
  })
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  if (!(await loaded)) return null
  const canvas = document.createElement('canvas')
  canvas.width = width * PNG_SCALE
  canvas.height = height * PNG_SCALE
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.scale(PNG_SCALE, PNG_SCALE)
  context.drawImage(image, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
