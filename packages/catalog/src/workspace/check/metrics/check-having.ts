import type { TypedExpr } from '@tributary/expression'
import type { DimensionDefinition } from '../../../definitions/dimension.ts'
import type { Workspace } from '../../../definitions/workspace.ts'
import { isAllTime } from '../../../plan/plan-window.ts'
import { type Catalog, createCatalog } from '../../../resolve/catalog/catalog.ts'
import { findDimensionOn } from '../../../resolve/catalog/meaning.ts'
import { createMetricScope } from '../../../resolve/metrics/metric-scope.ts'
import { type MetricResolution, resolveMetric } from '../../../resolve/metrics/resolve-metric.ts'
import { membershipsIn } from '../../../resolve/rows/conjunction.ts'
import type { DimensionInFile } from '../../codecs/dimension.ts'
import type { Entry } from '../../codecs/parts.ts'
import type { Report } from '../../files/report.ts'
import { CHECK_TIME, checkExpression } from '../check-expression.ts'

/**
 * Reports the mistakes of conditions on metrics in dimensions. Metrics can be resolved only when the definitions before have no
 * mistake.
 */
export function checkHaving(
  report: Report,
  entries: readonly Entry<DimensionInFile, DimensionDefinition>[],
  workspace: Workspace,
): void {
  if (report.problems.length > 0) return
  const catalog = createCatalog(workspace)
  const below = new Map<string, ReadonlySet<string>>()
  for (const { raw, definition } of entries) {
    if (definition.value.type !== 'HAVING') continue
    const metrics = checkCondition(report, raw, catalog)
    below.set(definition.name, membershipsIn(metrics.map(({ measures }) => measures)))
  }
  for (const { raw, definition } of entries) {
    const cycle = cycleFrom(definition.name, below)
    if (cycle === null) continue
    const message = `Dimension ${definition.name} refers to itself: ${cycle.join(' → ')}`
    report.at(raw, ['having'], message, 'name metrics that do not use it')
  }
}

/** Checks a condition; gives the metrics that it names. */
function checkCondition(
  report: Report,
  raw: DimensionInFile,
  catalog: Catalog,
): readonly MetricResolution[] {
  const { having = '', per = '' } = raw
  const named = new Map<string, MetricResolution>()
  const scope = createMetricScope(
    catalog,
    {
      temporary: () => null,
      formulaOf: ({ name }): TypedExpr => {
        const resolution = resolveMetric(catalog, { text: name, path: 'having' }, CHECK_TIME)
        named.set(name, resolution)
        return { kind: 'reference', type: resolution.formula.type, table: null, name }
      },
    },
    'a condition on metrics',
  )
  const place = { raw, path: ['having'], text: having, scope, expect: 'BOOLEAN' } as const
  if (checkExpression(report, place) === null) return [...named.values()]
  if (named.size === 0) {
    report.at(raw, ['having'], 'Expected a condition on metrics, found one that names none')
  }
  for (const { name, datasets, measures } of named.values()) {
    const dimension = catalog.dimension(per)
    const without = datasets.find(
      (dataset) => typeof findDimensionOn(catalog, dataset, dimension) !== 'object',
    )
    if (without !== undefined) {
      const message = `The metric "${name}" has no dimension "${per}": the rows of the dataset "${without.name}" do not lead to one`
      report.at(raw, ['having'], message, `add one with "sameAs: ${per}"`)
    }
    if (measures.every(({ moves }) => isAllTime(moves))) continue
    const message = `The metric "${name}" has a period that is counted from the range of a question; the condition is computed over all time and has no range`
    report.at(
      raw,
      ['having'],
      message,
      'name a metric without such a period, or one with a filter on the time',
    )
  }
  return [...named.values()]
}

/** A way from a dimension back to itself; null where there is none. */
function cycleFrom(
  start: string,
  below: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] | null {
  const visitedNames = new Set<string>()
  const remainingPaths: (readonly string[])[] = [[start]]
  for (let path = remainingPaths.pop(); path !== undefined; path = remainingPaths.pop()) {
    for (const next of below.get(path.at(-1)!) ?? []) {
      if (next === start) return [...path, next]
      if (visitedNames.has(next)) continue
      visitedNames.add(next)
      remainingPaths.push([...path, next])
    }
  }
  return null
}
