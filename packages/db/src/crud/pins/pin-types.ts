export type PinnedBase = { product: string; version: string; pinnedBy: string; pinnedAt: string }

export type PinQueries = {
  /** Finds the pinned version that other versions of the product are compared with; null without a pin. */
  find(product: string): Promise<PinnedBase | null>
  /**
   * Pins a version, or removes the pin if `version` is null, and records it in the audit log. False if there is no such
   * version.
   */
  pin(product: string, version: string | null): Promise<boolean>
}
