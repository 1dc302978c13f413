/** Who asks: known, and bound to one tenant for the whole request. */
export interface Caller {
  readonly tenant: string
  readonly account: string
  readonly displayName: string
  readonly role: 'OWNER' | 'ADMIN' | 'USAGER'
}

/** The three headers of specification §5. */
export interface Credentials {
  readonly tenantId: string
  readonly authType: string
  readonly authValue: string
}
