/** The anchor of a schema on the page. */
export const schemaAnchor = (name: string) => `schema-${name}`
