import type { BearerCredentials, Credentials } from '@tributary/client'

/** The kinds of credentials that a person can sign in with; `BEARER` is a signed token of an OpenID Connect issuer. */
export const KINDS = ['APIKEY', 'TOKEN', 'ACCOUNT', 'UID', 'BEARER'] as const

/** The fields of the form for signing in. A signed token names its tenant itself. */
export interface SignInFields {
  readonly kind: string
  readonly tenant: string
  readonly secret: string
}

/** The caller that the fields name. An unknown kind counts as an API key; a token may be pasted with its word `Bearer`. */
export function toCredentials({
  kind,
  tenant,
  secret,
}: SignInFields): Credentials | BearerCredentials {
  if (kind === 'BEARER') return { token: secret.trim().replace(/^Bearer\s+/i, '') }
  const authType = KINDS.find((candidate) => candidate === kind && candidate !== 'BEARER')
  return {
    tenantId: tenant.trim(),
    authType: (authType ?? 'APIKEY') as Credentials['authType'],
    authValue: secret.trim(),
  }
}

/** The caller that a text names as a tab keeps it; null for any other text. */
export function readCaller(text: string | null): Credentials | BearerCredentials | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isCredentials(value) || isBearer(value) ? value : null
  } catch {
    return null
  }
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false
  const { tenantId, authType, authValue } = value as Partial<Credentials>
  return [tenantId, authType, authValue].every((field) => typeof field === 'string' && field !== '')
}

function isBearer(value: unknown): value is BearerCredentials {
  if (typeof value !== 'object' || value === null) return false
  const { token } = value as Partial<BearerCredentials>
  return typeof token === 'string' && token !== ''
}
