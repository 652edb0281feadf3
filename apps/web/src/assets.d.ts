declare module '*.woff2' {
  /** The address of the file. */
  const address: string
  // biome-ignore lint/style/noDefaultExport: the bundler exports the address so
  export default address
}
