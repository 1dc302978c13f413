import { createCatalog } from '../../catalog.ts'
import type { DateTagDefinition } from '../../definitions/date-tag.ts'
import { timeScope } from '../../resolve/time-scope.ts'
import type { Drafted } from '../draft.ts'
import type { Report } from '../report.ts'
import type { Workspace } from '../workspace.ts'
import type { DateTagInFile } from '../workspace-file.ts'
import { checkExpression } from './check-expression.ts'
import { uniqueBy } from './unique-by.ts'

/** The date tags, each a condition on the time of every dataset that has one. */
export function checkDateTags(
  report: Report,
  drafts: readonly Drafted<DateTagInFile, DateTagDefinition>[],
  workspace: Workspace,
): readonly DateTagDefinition[] {
  const catalog = createCatalog(workspace)
  const dataset = workspace.datasets.find((one) => one.time !== null)
  for (const { raw } of drafts) {
    if (dataset === undefined) {
      report.at(raw, ['condition'], 'Expected a dataset with a time, found none to speak of')
      continue
    }
    const scope = timeScope(catalog, dataset)
    const place = { raw, path: ['condition'], text: raw.condition, scope }
    checkExpression(report, { ...place, expect: 'BOOLEAN' })
  }
  return uniqueBy(report, 'date tag', drafts, 'name').map((one) => one.definition)
}
