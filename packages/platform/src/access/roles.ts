import type { Caller } from './caller.ts'

/** What an account may do with a resource (specification §2.6). */
export interface Rights {
  readonly canEdit: boolean
  readonly canDelete: boolean
  readonly canUsage: boolean
  readonly canAuth: boolean
  readonly canTransfer: boolean
  /** The roles it may grant. */
  readonly grantable: readonly Caller['role'][]
}

/** What each role may do: OWNER everything, ADMIN manage, USAGER only use. */
export const RIGHTS: Readonly<Record<Caller['role'], Rights>> = {
  OWNER: {
    canEdit: true,
    canDelete: true,
    canUsage: true,
    canAuth: true,
    canTransfer: true,
    grantable: ['OWNER', 'ADMIN', 'USAGER'],
  },
  ADMIN: {
    canEdit: true,
    canDelete: true,
    canUsage: true,
    canAuth: true,
    canTransfer: false,
    grantable: ['ADMIN', 'USAGER'],
  },
  USAGER: {
    canEdit: false,
    canDelete: false,
    canUsage: true,
    canAuth: false,
    canTransfer: false,
    grantable: [],
  },
}
