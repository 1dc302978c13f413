import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@tributary/core'
import { invalidRequestError } from '../errors.ts'
import type { Store } from '../store/open-store.ts'

/** The kinds of secret that a credential can be. */
export type SecretKind = 'TOKEN' | 'APIKEY'

/**
 * Makes a secret that stands for an account and returns it: 32 characters, shown once, since only its
 * hash is kept. Rejects with `PLATFORM_INVALID_REQUEST` when the tenant has no such account.
 */
export async function createCredential(
  store: Store,
  clock: Clock,
  {
    tenant,
    account,
    kind,
  }: { readonly tenant: string; readonly account: string; readonly kind: SecretKind },
): Promise<string> {
  const known = await store
    .selectFrom('account')
    .select('account')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .executeTakeFirst()
  if (known === undefined) {
    throw invalidRequestError('account', `Tenant "${tenant}" has no account "${account}".`)
  }
  const secret = randomBytes(24).toString('base64url')
  await store
    .insertInto('credential')
    .values({
      tenant,
      account,
      kind,
      secret_hash: hashSecret(secret),
      created_at: clock.now().toISOString(),
    })
    .execute()
  return secret
}

/**
 * What is kept of a secret. Secrets carry 192 random bits, so a plain hash cannot be searched; and finding
 * one by its hash takes the same time however much of a guess is right.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
