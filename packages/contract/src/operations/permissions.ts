import { ROUTES } from '../routes.ts'
import { resourceEntriesBody, resourceEntriesData } from '../schemas/resource-entries.ts'
import type { OperationGroup } from './operation.ts'

/** Operations about who may see what. */
export const PERMISSIONS_OPERATIONS = {
  resourceEntries: {
    ...ROUTES.resourceEntries,
    tag: 'permissions',
    summary: 'Resource permission list',
    body: resourceEntriesBody,
    data: resourceEntriesData,
    meaning: 'The permissions.',
  },
} as const satisfies OperationGroup
