// For the other packages of Tributary only, without a promise of stability.

// Workspace files.
export {
  findPresentation,
  type Presentation,
  readWorkspace,
  type Workspace,
  type WorkspaceProblem,
  writeWorkspace,
} from '@tributary/catalog'
export {
  isAverageOfPrevious,
  isRange,
  rangeCondition,
  rangeText,
  readComparedRanges,
  readCompareRange,
  readRange,
  type TimeRange,
  type WorkCalendar,
} from '@tributary/expression'
export { localTime, shownPeriod } from '@tributary/expression/internal'
// Parts of public types.
export type { SecretKind } from './access/credentials.ts'
// The tables that definitions of other tools name.
export {
  createColumnNames,
  type DatasourceTables,
  openDatasourceTables,
} from './guess/datasource-tables.ts'
export { type FolderTables, openFolderTables } from './guess/find-tables.ts'
// A workspace guessed from files.
export { createExampleQuestions, type ExampleQuestion } from './guess/guess-example.ts'
export { inspectEngine } from './guess/inspect-engine.ts'
export {
  DATA_FILE,
  findLakeFormat,
  type Inspection,
  inspectFiles,
  listDataFiles,
} from './guess/inspect-files.ts'
export { isUrl, parseEngineUrl } from './guess/parse-engine-url.ts'
export { writeGuess } from './guess/write-guess.ts'
export { type TableHolder, unauthenticatedError } from './model/errors.ts'
export type { OnFault } from './model/options.ts'
// The rights of each role.
export { RIGHTS } from './model/rights.ts'
// The files and tables that a workspace reads.
export { type CalendarFindings, findCalendarFindings } from './sources/calendar-findings.ts'
export { findSourceFindings, type SourceFinding } from './sources/source-findings.ts'
// Plans whose tables do not answer the usual questions.
export { findPlanWarnings, type PlanWarning } from './tables/plan-warnings.ts'
export { hideCalendarProblems } from './tenant/visibility/visible-calendar.ts'
