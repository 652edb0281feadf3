/** Where a schema stands on the page. */
export const schemaAnchor = (name: string) => `schema-${name}`
