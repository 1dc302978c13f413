import { nearNames } from '@tributary/core'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Indirection, IndirectionName } from './indirection.ts'
import type { IndirectionNames } from './indirection-names.ts'

/** A complaint for every name of an indirection that nothing has. */
export function unknownNames(
  indirection: Indirection,
  names: IndirectionNames,
): readonly Diagnostic[] {
  const complaints: Diagnostic[] = []
  const metric = indirection.kind === 'multiLevelAggregate' ? null : indirection.metric
  if (metric !== null && !names.hasMetric(metric.name)) {
    complaints.push(unknown('metric', metric, names.metricNames()))
  }
  for (const dimension of indirection.kind === 'samePeriod' ? [] : indirection.dimensions) {
    if (!names.hasDimension(dimension.name)) {
      complaints.push(unknown('dimension', dimension, names.dimensionNames()))
    }
  }
  return complaints
}

function unknown(
  kind: string,
  { name, span }: IndirectionName,
  candidates: Iterable<string>,
): Diagnostic {
  const near = nearNames(name, candidates)
  const suggestion = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`
  const named = { start: span.start, end: span.start + name.length }
  const fixes = near.map((one) => replaceBy(`use ${one}`, named, one))
  return report('EXP6005', { span: named, params: { kind, found: name, suggestion }, fixes })
}
