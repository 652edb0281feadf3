// The package has no types; these cover the functions used here.
declare module 'd3-flame-graph' {
  import type { Selection } from 'd3-selection'

  /** A node of D3's hierarchy around the given datum. */
  export type FlameHierarchyNode<Datum> = {
    data: Datum
    parent: FlameHierarchyNode<Datum> | null
    children?: FlameHierarchyNode<Datum>[]
    depth: number
    highlight?: boolean
  }

  export interface FlameChart<Datum> {
    (selection: Selection<HTMLDivElement, Datum, null, undefined>): void
    width(pixels: number): this
    cellHeight(pixels: number): this
    minFrameSize(pixels: number): this
    transitionDuration(milliseconds: number): this
    sort(enabled: boolean): this
    inverted(enabled: boolean): this
    tooltip(show: false): this
    setColorMapper(color: (node: FlameHierarchyNode<Datum>) => string): this
    setLabelHandler(label: (node: FlameHierarchyNode<Datum>) => string): this
    setSearchMatch(matches: (node: FlameHierarchyNode<Datum>, term: string) => boolean): this
    setSearchHandler(found: (results: FlameHierarchyNode<Datum>[], sum: number, total: number) => void): this
    onClick(clicked: (node: FlameHierarchyNode<Datum>) => void): this
    onHover(hovered: (node: FlameHierarchyNode<Datum>) => void): this
    search(term: string): void
    clear(): void
    zoomTo(node: FlameHierarchyNode<Datum>): void
    resetZoom(): void
    update(): this
    destroy(): this
  }

  const flamegraph: <Datum>() => FlameChart<Datum>

  // biome-ignore lint/style/noDefaultExport: the package exports nothing else
  export { flamegraph as default }
}
