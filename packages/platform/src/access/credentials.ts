import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@tributary/core'
import { invalidRequestError } from '../model/errors.ts'
import { createWrite } from '../store/database/write-queue.ts'
import type { Store } from '../store/schema.ts'

/** The kinds of secret that a credential can be. */
export type SecretKind = 'TOKEN' | 'APIKEY'

/** A credential without its secret. */
export interface CredentialData {
  /** The id for {@link revokeCredential}; not derived from the secret. */
  readonly id: string
  readonly account: string
  readonly kind: SecretKind
  /** Its purpose; null when none was given. */
  readonly name: string | null
  /** When it was created: ISO 8601 in UTC. */
  readonly createdAt: string
  /** From when it is refused: ISO 8601 in UTC; null for never. */
  readonly expiresAt: string | null
}

/** A new secret. */
export interface NewCredential {
  readonly account: string
  readonly kind: SecretKind
  /** Its purpose, in at most 128 characters. @defaultValue none */
  readonly name?: string
  /** From when it is refused; in the future. @defaultValue never */
  readonly expires?: Date
}

/**
 * Creates a secret for an account and gives it: 32 characters, which cannot be read again, since only its
 * hash is kept. Rejects with `PLATFORM_INVALID_REQUEST` when the tenant has no such account, for an end that has
 * passed, and for a name that is too long.
 */
export async function createCredential(
  store: Store,
  clock: Clock,
  { tenant, account, kind, name, expires }: NewCredential & { readonly tenant: string },
): Promise<string> {
  const now = clock.now()
  if (expires !== undefined && !(expires > now)) {
    throw invalidRequestError(
      'expires',
      `Expected a moment after ${now.toISOString()} as the end of the credential.`,
    )
  }
  if (
    name !== undefined &&
    (name.trim() === '' || name.length > LONGEST_NAME || name.includes('\0'))
  ) {
    const reason = `Expected a name of 1 to ${LONGEST_NAME} characters for the credential.`
    throw invalidRequestError('name', reason)
  }
  const secret = randomBytes(24).toString('base64url')
  await createWrite(
    store,
    tenant,
  )(async (transaction) => {
    const accountRow = await transaction
      .selectFrom('account')
      .select('account')
      .where('tenant', '=', tenant)
      .where('account', '=', account)
      .executeTakeFirst()
    if (accountRow === undefined) {
      throw invalidRequestError('account', `Tenant "${tenant}" has no account "${account}".`)
    }
    const row = {
      tenant,
      account,
      kind,
      secret_hash: hashSecret(secret),
      created_at: now.toISOString(),
      name: name ?? null,
      expires_at: expires?.toISOString() ?? null,
    }
    await transaction.insertInto('credential').values(row).execute()
  })
  return secret
}

const LONGEST_NAME = 128

/** The credentials of a tenant, by account, then from the oldest to the newest. */
export async function listCredentials(
  store: Store,
  tenant: string,
): Promise<readonly CredentialData[]> {
  const rows = await store
    .selectFrom('credential')
    .select(['secret_hash', 'account', 'kind', 'name', 'created_at', 'expires_at'])
    .where('tenant', '=', tenant)
    .orderBy('account')
    .orderBy('created_at')
    .orderBy('secret_hash')
    .execute()
  return rows.map(({ secret_hash, account, kind, name, created_at, expires_at }) => ({
    id: toCredentialId(secret_hash),
    account,
    kind,
    name,
    createdAt: created_at,
    expiresAt: expires_at,
  }))
}

/**
 * Revokes a secret with immediate effect. Rejects with `PLATFORM_INVALID_REQUEST` when the tenant has none of this id.
 */
export async function revokeCredential(
  store: Store,
  { tenant, id }: { readonly tenant: string; readonly id: string },
): Promise<void> {
  await createWrite(
    store,
    tenant,
  )(async (transaction) => {
    const rows = await transaction
      .selectFrom('credential')
      .select(['kind', 'secret_hash'])
      .where('tenant', '=', tenant)
      .execute()
    const credential = rows.find(({ secret_hash }) => toCredentialId(secret_hash) === id)
    if (credential === undefined) {
      throw invalidRequestError('id', `Tenant "${tenant}" has no credential "${id}".`)
    }
    await transaction
      .deleteFrom('credential')
      .where('tenant', '=', tenant)
      .where('kind', '=', credential.kind)
      .where('secret_hash', '=', credential.secret_hash)
      .execute()
  })
}

/**
 * The stored form of a secret. Secrets carry 192 random bits, so nobody can search for one by its plain hash; and a look-up
 * by hash takes the same time however much of a guess is right.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The beginning of the hash is enough to tell credentials apart. */
function toCredentialId(hash: string): string {
  return hash.slice(0, 16)
}
