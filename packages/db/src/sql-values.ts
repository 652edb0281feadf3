/** The values of one statement; each gets the next number. Nothing from outside ever becomes part of the text. */
export class SqlValues {
  readonly all: unknown[] = []

  /** @returns how the text of the statement refers to it, such as `$3`. */
  add(value: unknown): string {
    this.all.push(value)
    return `$${this.all.length}`
  }
}
