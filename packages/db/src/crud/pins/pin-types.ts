export type PinnedBase = { product: string; version: string; pinnedBy: string; pinnedAt: string }

export type PinQueries = {
  /** The pinned version that others of this product are compared with; null without a pin. */
  find(product: string): Promise<PinnedBase | null>
  /** Chooses it, or takes the choice back; the audit log has both. False when there is no such version. */
  pin(product: string, version: string | null): Promise<boolean>
}
