/** Budgets that refill at a constant rate, shared by all processes. */
export type BudgetStore = {
  /**
   * Takes as much of a budget as is there of what is wanted; nothing when that is less than what is needed.
   *
   * @param lease `most` is the whole budget, which fills itself at `perSecond`.
   * @returns what was taken and what is left for others.
   */
  lease(lease: {
    key: string
    most: number
    perSecond: number
    want: number
    need: number
  }): Promise<{ granted: number; remaining: number }>
}
