// Types of pdfmake content that we use.

/** A run of text within a line. */
export type Run = {
  text: string
  bold?: boolean
  italics?: boolean
  font?: string
  fontSize?: number
  color?: string
  background?: string
  sup?: boolean
  sub?: boolean
  decoration?: 'lineThrough' | 'underline'
  link?: string
  linkToDestination?: string
  wordBreak?: 'break-all'
}

type Placed = {
  id?: string
  style?: string
  /** Left, top, right, bottom, in points. */
  margin?: [number, number, number, number]
  width?: number | 'auto' | '*'
  fontSize?: number
  color?: string
}

export type TableCell = Content & {
  fillColor?: string
  alignment?: 'left' | 'right' | 'center'
  colSpan?: number
  rowSpan?: number
}

type Table = {
  body: TableCell[][]
  widths: ('auto' | '*')[]
  headerRows?: number
  dontBreakRows?: boolean
}

export type Content = Placed &
  (
    | {
        text: string | Run[]
        headlineLevel?: number
        outline?: boolean
        outlineText?: string
        outlineParentId?: string
        preserveLeadingSpaces?: boolean
      }
    | { stack: Content[] }
    | { columns: Content[] }
    | { ul: Content[] }
    | { ol: Content[]; start: number }
    | { table: Table; layout: string }
    | { svg: string }
    | { image: string; fit: [number, number] }
    | {
        canvas: { type: 'line'; x1: number; y1: number; x2: number; y2: number; lineWidth: number; lineColor: string }[]
      }
  )

export type TableLayout = {
  hLineWidth?: () => number
  vLineWidth?: (at: number) => number
  hLineColor?: () => string
  vLineColor?: () => string
  fillColor?: () => string
  paddingLeft?: () => number
  paddingRight?: () => number
  paddingTop?: () => number
  paddingBottom?: () => number
}
