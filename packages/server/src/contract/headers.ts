import { type TUnsafe, Type } from 'typebox'
import { typed } from './typed.ts'

/** The three headers that every operation requires (specification §5). */
export interface CredentialHeaders {
  readonly 'tenant-id': string
  readonly 'auth-type': 'UID' | 'TOKEN' | 'ACCOUNT' | 'APIKEY'
  readonly 'auth-value': string
}

/** The headers of dimension detail. */
export interface DimensionHeaders extends CredentialHeaders {
  readonly queryBy?: 'UUID'
}

const credentials = {
  'tenant-id': Type.String({
    minLength: 1,
    maxLength: 32,
    description: 'Tenant (workspace) that owns the resources.',
  }),
  'auth-type': Type.Enum(['UID', 'TOKEN', 'ACCOUNT', 'APIKEY'], {
    description: 'What `auth-value` is.',
  }),
  'auth-value': Type.String({
    minLength: 1,
    maxLength: 32,
    description: 'The credential of the kind that `auth-type` names.',
  }),
}

/** Schema of {@link CredentialHeaders}. */
export const credentialHeaders: TUnsafe<CredentialHeaders> = typed(Type.Object(credentials))

/** Schema of {@link DimensionHeaders}. */
export const dimensionHeaders: TUnsafe<DimensionHeaders> = typed(
  Type.Object({
    ...credentials,
    queryBy: Type.Optional(
      Type.Enum(['UUID'], { description: 'With `UUID`, `dimName` holds the dimension code.' }),
    ),
  }),
)
