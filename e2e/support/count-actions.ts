/** Counts clicks and keystrokes of a person; typing of text is not counted. */
export function counted() {
  const count = Object.assign(
    async (done: () => Promise<unknown>) => {
      count.actions++
      await done()
    },
    { actions: 0 },
  )
  return count
}
