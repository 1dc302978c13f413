// For the other packages of Tributary only, without a promise of stability.

// Errors.
export { invalidImportError } from './errors.ts'
// Imports into a workspace without files.
export { type MergePlan, type PlanMergeOptions, planMerge } from './import/plan-merge.ts'
