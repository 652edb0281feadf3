// Declares the functions of pdfmake that we use. Its published types depend on another version of the Node types.
declare module 'pdfmake' {
  import type { Content, TableLayout } from './content.ts'

  type Font = { normal: string; bold: string; italics: string; bolditalics: string }
  type Node = { headlineLevel?: number }
  type Definition = {
    info: { title: string; author?: string; creationDate: Date; modDate: Date }
    pageSize: 'A4'
    pageMargins: [number, number, number, number]
    content: Content[]
    defaultStyle: Record<string, unknown>
    styles: Record<string, Record<string, unknown>>
    footer: (page: number, pages: number) => Content
    pageBreakBefore: (node: Node, query: { getFollowingNodesOnPage: () => Node[] }) => boolean
  }
  const pdfmake: {
    setFonts(fonts: Record<string, Font>): void
    setTableLayouts(layouts: Record<string, TableLayout>): void
    setUrlAccessPolicy(mayRead: (url: string) => boolean): void
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer<ArrayBuffer>> }
  }
  // biome-ignore lint/style/noDefaultExport: pdfmake has only a default export
  export default pdfmake
}
