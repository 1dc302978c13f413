import { parsePeriod } from '@tributary/expression/internal'
import type {
  CalendarDefinition,
  DateTagDefinition,
  PeriodDefinition,
} from '../../definitions/calendar.ts'
import type { Workspace } from '../../definitions/workspace.ts'
import { createCatalog } from '../../resolve/catalog/catalog.ts'
import { createTimeScope } from '../../resolve/rows/row-scopes.ts'
import type { DateTagInFile, PeriodInFile } from '../codecs/calendar.ts'
import type { Entry } from '../codecs/parts.ts'
import type { Report } from '../files/report.ts'
import { checkExpression } from './check-expression.ts'
import { filterUnique } from './filter-unique.ts'

/** The periods, each with a name of its own and a meaning. */
export function checkPeriods(
  report: Report,
  entries: readonly Entry<PeriodInFile, PeriodDefinition>[],
  calendar: CalendarDefinition,
): readonly PeriodDefinition[] {
  for (const { raw } of entries)
    report.expression(raw, ['expr'], parsePeriod(raw.expr, calendar).diagnostics)
  return filterUnique(report, 'period', entries, 'name').map((entry) => entry.definition)
}

/** The date tags, each a condition on the time of every dataset that has one. */
export function checkDateTags(
  report: Report,
  entries: readonly Entry<DateTagInFile, DateTagDefinition>[],
  workspace: Workspace,
): readonly DateTagDefinition[] {
  const catalog = createCatalog(workspace)
  const dataset = workspace.datasets.find((candidate) => candidate.time !== null)
  for (const { raw } of entries) {
    if (dataset === undefined) {
      report.at(raw, ['condition'], 'Expected a dataset with a time, found none')
      continue
    }
    const scope = createTimeScope(catalog, dataset)
    const place = { raw, path: ['condition'], text: raw.condition, scope }
    checkExpression(report, { ...place, expect: 'BOOLEAN' })
  }
  return filterUnique(report, 'date tag', entries, 'name').map((entry) => entry.definition)
}
