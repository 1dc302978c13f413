// Opening a platform.
// Administration.
export type { CredentialData, NewCredential, SecretKind } from './access/credentials.ts'
export type { Administration } from './administration/administration.ts'
export type { DatasourceHealth, PlatformHealth } from './administration/check-health.ts'
export { createPlatform } from './create-platform.ts'
// Errors.
export { PlatformError, type PlatformErrorCode } from './model/errors.ts'
export type { TaskLimits } from './model/instance.ts'
export type { QuestionLimits } from './model/limits.ts'
export type {
  BackgroundFault,
  CallOptions,
  OnFault,
  PlatformOptions,
  QuestionOptions,
  Revalidation,
  TaskTimes,
  TokenIssuer,
} from './model/options.ts'
// Calls of a caller. Requests and answers of the API are types of @tributary/contract.
export type { BearerToken, Caller, Credentials, Grant } from './model/rights.ts'
export type { PlanDetailOptions } from './operations/acceleration/plan-detail.ts'
export type { LineageImportOptions } from './operations/lineage/import-lineage.ts'
export type { DbtCatalog } from './operations/lineage/take-in-lineage.ts'
export type { OptionsOf, PlatformOperations } from './operations/options.ts'
export type { MovementsStep } from './operations/query/metric-movements.ts'
export type { Platform, PlatformLoad } from './platform.ts'
export type { TaskCallOptions } from './requests/kept-task.ts'
export type { DefinitionChange, WorkspaceDifference } from './store/definitions/workspace-rows.ts'
export type { DefinitionKind } from './store/schema.ts'
