import type { Generated } from 'kysely'

/**
 * The tables of the store. Every key begins with the tenant. Times are UTC ISO text, JSON is text.
 */
export interface StoreSchema {
  readonly account: AccountTable
  readonly credential: CredentialTable
  readonly definition: DefinitionTable
}

/** Who may call the API of a tenant. */
export interface AccountTable {
  readonly tenant: string
  readonly account: string
  readonly display_name: string
  readonly role: 'OWNER' | 'ADMIN' | 'USAGER'
}

/** A secret that stands for an account; only its hash is kept. */
export interface CredentialTable {
  readonly tenant: string
  readonly kind: 'TOKEN' | 'APIKEY'
  /** SHA-256 of the secret, in hex. */
  readonly secret_hash: string
  readonly account: string
  readonly created_at: string
}

/** A definition as it was last applied, with its history in short. */
export interface DefinitionTable {
  readonly tenant: string
  readonly kind: 'dataset' | 'dimension' | 'metric'
  readonly name: string
  readonly body: string
  /** From 1; one more for every change of the body. */
  readonly version: Generated<number>
  readonly created_at: string
  readonly updated_at: string
}
