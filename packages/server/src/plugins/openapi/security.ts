/** How callers are known: three headers, or a token of an OpenID Connect issuer. */
export const SECURITY_SCHEMES = {
  tenant: {
    type: 'apiKey',
    in: 'header',
    name: 'tenant-id',
    description: 'Tenant (workspace) that owns the resources; at most 32 characters.',
  },
  authType: {
    type: 'apiKey',
    in: 'header',
    name: 'auth-type',
    description: 'What `auth-value` is: `APIKEY`, `TOKEN`, `ACCOUNT` or `UID`.',
  },
  authValue: {
    type: 'apiKey',
    in: 'header',
    name: 'auth-value',
    description: 'The credential of the kind that `auth-type` names; at most 32 characters.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token of an issuer that the server is configured to trust, in place of `auth-type` and `auth-value`.',
  },
} as const

/** The three credential headers, or a token. */
export const SECURITY: Record<string, string[]>[] = [
  { tenant: [], authType: [], authValue: [] },
  { bearer: [] },
]

/** The headers that {@link SECURITY_SCHEMES} describes, so that no operation has to. */
export const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  'tenant-id',
  'auth-type',
  'auth-value',
])
