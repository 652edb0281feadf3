/** A product, with its version if there is only one and it is known. */
export const productName = (product: string, versions: readonly string[]): string =>
  versions.length === 1 && versions[0] !== 'unknown' ? `${product} ${versions[0]}` : product
