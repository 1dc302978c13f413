// For the other packages of Tributary only, without a promise of stability.

// What cannot be imported as a whole.
export { invalidImportError } from './errors.ts'
// What an import changes in definitions that are not in files.
export { type MergePlan, type PlanMergeOptions, planMerge } from './import/plan-merge.ts'
