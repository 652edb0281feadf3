/** Budgets that refill at a constant rate, shared by all processes. */
export type BudgetStore = {
  /**
   * Takes up to the wanted amount of a budget, or nothing if less than the needed amount is left.
   *
   * @param lease `most` is the whole budget, which is refilled at `perSecond`.
   * @returns the granted amount and the remainder for others.
   */
  lease(lease: {
    key: string
    max: number
    perSecond: number
    want: number
    need: number
  }): Promise<{ granted: number; remaining: number }>
}
