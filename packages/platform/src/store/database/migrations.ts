import type { Migration } from 'kysely/migration'
import {
  accountsAndDefinitions,
  credentialEnds,
  definitionImports,
  definitionImportTasks,
  definitionOrder,
  lineageImports,
  lineageJournal,
  lineagePieces,
  lineageSnapshot,
  lineageVersion,
  metricViews,
  resourceGrants,
  tasks,
  tenants,
  userAttributes,
  userGroups,
} from './migrations/2026-11.ts'

/**
 * The migrations by the names under which a store remembers that they ran, in the order in which they run.
 * Existing entries never change; new ones are added at the end.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '2026-11-accounts-and-definitions': accountsAndDefinitions,
  '2026-11-lineage-journal': lineageJournal,
  '2026-11-tenants': tenants,
  '2026-11-user-attributes': userAttributes,
  '2026-11-resource-grants': resourceGrants,
  '2026-11-user-groups': userGroups,
  '2026-11-definition-order': definitionOrder,
  '2026-11-metric-views': metricViews,
  '2026-11-tenants-lineage-version': lineageVersion,
  '2026-11-tasks': tasks,
  '2026-11-lineage-snapshot': lineageSnapshot,
  '2026-11-credential-ends': credentialEnds,
  '2026-11-lineage-pieces': lineagePieces,
  '2026-11-lineage-imports': lineageImports,
  '2026-11-definition-imports': definitionImports,
  '2026-11-definition-import-tasks': definitionImportTasks,
}
