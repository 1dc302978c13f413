import type { Role } from '@tributary/catalog/internal'

/** What can be done with a resource, each word as §2.6 has it: `canEdit`, `canDelete`, … */
export type Action = 'USE' | 'EDIT' | 'DELETE' | 'AUTH' | 'TRANSFER'

/** What an account may do with a resource (specification §2.6). */
export interface Rights {
  readonly canEdit: boolean
  readonly canDelete: boolean
  readonly canUsage: boolean
  readonly canAuth: boolean
  readonly canTransfer: boolean
  /** The roles it may grant. */
  readonly grantable: readonly Role[]
}

/** What each role may do: OWNER everything, ADMIN manage, USAGER only use. */
export const RIGHTS: Readonly<Record<Role, Rights>> = {
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

const RIGHT_FOR = {
  USE: 'canUsage',
  EDIT: 'canEdit',
  DELETE: 'canDelete',
  AUTH: 'canAuth',
  TRANSFER: 'canTransfer',
} as const satisfies Record<Action, keyof Rights>

/** Whether a role allows an action. */
export function allows(role: Role, action: Action): boolean {
  return RIGHTS[role][RIGHT_FOR[action]]
}

/** Roles from the strongest to the weakest. */
export const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'USAGER']
