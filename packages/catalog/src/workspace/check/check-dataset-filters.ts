import type { DatasetDefinition } from '../../definitions/dataset.ts'
import type { Workspace } from '../../definitions/workspace.ts'
import { createCatalog } from '../../resolve/catalog.ts'
import { columnScope } from '../../resolve/row-scopes.ts'
import type { DatasetInFile } from '../codecs/dataset.ts'
import type { Entry } from '../codecs/parts.ts'
import type { Report } from '../report.ts'
import { checkExpression } from './check-expression.ts'

/** Reports filters of datasets that are no conditions on columns, or that stand where a relation leads. */
export function checkDatasetFilters(
  report: Report,
  entries: readonly Entry<DatasetInFile, DatasetDefinition>[],
  workspace: Workspace,
): void {
  const catalog = createCatalog(workspace)
  const targets = new Set(workspace.datasets.flatMap(({ relations }) => relations.map((r) => r.to)))
  for (const { raw } of entries) {
    const dataset = catalog.datasets.byName(raw.name)
    if (raw.filter === undefined || dataset === undefined) continue
    const scope = columnScope(catalog, dataset, [])
    checkExpression(report, { raw, path: ['filter'], text: raw.filter, scope, expect: 'BOOLEAN' })
    if (!targets.has(raw.name)) continue
    const message = `A relation leads to the dataset "${raw.name}", so it cannot have a filter`
    report.at(raw, ['filter'], message, 'put the condition into the metrics and dimensions')
  }
}
