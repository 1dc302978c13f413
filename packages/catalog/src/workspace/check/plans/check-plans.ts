import type { DatasetDefinition } from '../../../definitions/dataset.ts'
import type { DatasourceDefinition } from '../../../definitions/datasource.ts'
import type { PlanDefinition } from '../../../definitions/plan.ts'
import type { Workspace } from '../../../definitions/workspace.ts'
import { planMaterialisation } from '../../../materialise/plan-materialisation.ts'
import { type Catalog, createCatalog } from '../../../resolve/catalog/catalog.ts'
import { membershipsIn, toIdentity } from '../../../resolve/rows/conjunction.ts'
import { createDatasetScope } from '../../../resolve/rows/row-scopes.ts'
import type { PlanEntry, PlanInFile } from '../../codecs/plan.ts'
import type { Report } from '../../files/report.ts'
import type { DocumentPath } from '../../structure/shape.ts'
import { CHECK_TIME, checkExpression } from '../check-expression.ts'
import { checkCron } from '../cron-mistake.ts'
import { checkFileSource } from '../datasets/check-data-files.ts'
import { filterUnique } from '../filter-unique.ts'
import { checkPlanDimensions, checkPlanMetrics } from './check-plan-contents.ts'

/** Reports the mistakes of plans; the workspace has its metrics and dimensions. */
export function checkPlans(
  report: Report,
  entries: readonly PlanEntry[],
  workspace: Workspace,
): readonly PlanDefinition[] {
  const catalog = createCatalog(workspace)
  // Metrics can be resolved only when the definitions before have no mistake. A mistake in one plan hides none in another.
  const isSound = report.problems.length === 0
  const unique = filterUnique(report, 'plan', filterUnique(report, 'plan', entries, 'name'), 'id')
  checkTables(report, unique)
  for (const entry of unique) {
    const before = report.problems.length
    checkPlanSettings(report, entry, workspace.datasources)
    const dataset = checkPlanMetrics(report, entry, { catalog, isSound })
    if (dataset === null) continue
    checkPlanDimensions(report, entry, { catalog, dataset })
    checkFilters(report, entry, { catalog, dataset })
    if (report.problems.length === before) checkWhole(report, entry, catalog)
  }
  return unique.map(({ definition }) => definition)
}

function checkTables(report: Report, entries: readonly PlanEntry[]): void {
  const first = new Map<string, PlanInFile>()
  for (const { raw, definition } of entries) {
    const table = definition.table.join('.')
    // Engines compare names without case.
    const before = first.get(table.toLowerCase())
    if (before === undefined) first.set(table.toLowerCase(), raw)
    else {
      const path = definition.source === null ? ['table'] : ['source', 'file']
      const message = `Two plans have the table ${table}; upper and lower case count as the same`
      report.at(raw, pathIn(raw, path), message, `the first is at ${report.placeOf(before)}`)
    }
  }
}

/** A path that exists in the file; for a default that of the name. */
function pathIn(raw: PlanInFile, path: DocumentPath): DocumentPath {
  return path[0] === 'table' && raw.table === undefined ? ['name'] : path
}

function checkFilters(
  report: Report,
  { raw }: PlanEntry,
  { catalog, dataset }: { readonly catalog: Catalog; readonly dataset: DatasetDefinition },
): void {
  const scope = createDatasetScope(catalog, dataset, CHECK_TIME)
  for (const [i, text] of (raw.filters ?? []).entries()) {
    checkExpression(report, { raw, path: ['filters', i], text, scope, expect: 'BOOLEAN' })
  }
}

const MOMENTS = [0n, 1_000_000_000_000_000n] as const

/** A table that is written once cannot follow the present. */
function checkWhole(report: Report, { raw, definition }: PlanEntry, catalog: Catalog): void {
  const contents = MOMENTS.map((now) => planMaterialisation(catalog, definition, { now }))
  const [dimension] = membershipsIn(contents[0])
  if (dimension !== undefined) {
    const message = `The plan "${definition.name}" uses the dimension "${dimension}", a condition on metrics, whose values change with other rows than those of the plan`
    report.at(raw, ['name'], message, 'leave out what uses it; it is computed for each question')
    return
  }
  const [then, now] = contents.map(toIdentity)
  if (then === now) return
  const message = `The plan "${definition.name}" uses Now() or Today(), whose value changes with each request`
  report.at(raw, ['name'], message, 'use fixed dates, or metrics and dimensions without them')
}

/** Reports what is wrong with a plan whatever its metrics and dimensions are. */
function checkPlanSettings(
  report: Report,
  { raw, definition }: PlanEntry,
  datasources: readonly DatasourceDefinition[],
): void {
  const { updateLowerInterval: lower, updateUpperInterval: upper } = definition
  if (lower < upper) {
    const message = `Expected updateLowerInterval, which is further back, to be at least updateUpperInterval, found ${lower} and ${upper}`
    report.at(raw, ['updateLowerInterval'], message)
  }
  if (raw.cron !== undefined) checkCron(report, raw, raw.cron)
  if (definition.kind === 'EXTERNAL') checkExternal(report, raw, datasources)
  else if (raw.source !== undefined) {
    const message =
      'Expected "source" only for a plan of the kind EXTERNAL; the tables of others are filled from their metrics'
    report.at(raw, ['source'], message)
  }
}

/** Keys about filling a table. */
const FILLING = [
  'table',
  'cron',
  'retryCount',
  'retryInterval',
  'updateLowerInterval',
  'updateUpperInterval',
] as const

function checkExternal(
  report: Report,
  raw: PlanInFile,
  datasources: readonly DatasourceDefinition[],
): void {
  for (const key of FILLING) {
    if (raw[key] === undefined) continue
    report.at(
      raw,
      [key],
      `Expected no "${key}" for an EXTERNAL plan, whose file is filled elsewhere`,
    )
  }
  if (raw.source === undefined) {
    report.at(raw, [], 'Expected "source", the file of an EXTERNAL plan, found none')
    return
  }
  checkFileSource(report, raw, raw.source, datasources)
}
