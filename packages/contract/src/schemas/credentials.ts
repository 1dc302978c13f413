import { Type } from 'typebox'
import { shortText, type ValueOf } from './schema.ts'

/** The three headers that every operation requires. */
export const credentialHeaders = Type.Object({
  'tenant-id': shortText(32, 'Tenant (workspace) that owns the resources.'),
  'auth-type': Type.Enum(['UID', 'TOKEN', 'ACCOUNT', 'APIKEY'], {
    description: 'What `auth-value` is.',
  }),
  'auth-value': shortText(32, 'The credential of the kind that `auth-type` names.'),
})

/** The three headers that every operation requires. */
export type CredentialHeaders = ValueOf<typeof credentialHeaders>
