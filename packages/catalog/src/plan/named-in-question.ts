import { parseIndirection } from '@tributary/expression/internal'
import type { ResourceRef } from '../definitions/access.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { Located, TemporaryMetric } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog.ts'
import { meaningIn } from '../resolve/meaning.ts'
import { namesIn, namesOf, splitGrain } from '../resolve/names-in.ts'
import type { AttributionQuestion, QuestionContext } from './attribution-question.ts'
import { dimensionsIn } from './plan-groupings.ts'

/**
 * The definitions that a question itself names: metrics, then dimensions, then those in its filters (for a column its
 * dataset). Not what those are defined by, nor names that do not resolve. Lazy, so that rights are checked before the
 * next name is resolved; throws what planning throws for a name that is unknown or ambiguous. Null after each filter,
 * for work in slices.
 */
export function* namedInQuestion(
  context: QuestionContext,
): Generator<ResourceRef | null, void, undefined> {
  const { catalog, question } = context
  const temporary = question.metricDefinitions
  if (!temporary.has(question.metric.text)) yield metricAt(catalog, question.metric)
  for (const definition of temporary.values()) {
    yield* metricsOf(catalog, definition, temporary)
  }
  for (const definition of temporary.values()) yield* dimensionsOf(catalog, definition)
  const grouped = question.dimensions.flatMap((entry) =>
    dimensionsIn(catalog, entry).map((text) => ({ text, path: entry.path })),
  )
  const compared = question.compareDimension === null ? [] : [question.compareDimension]
  for (const entry of [...grouped, ...compared]) yield* dimensionAt(catalog, entry)
  yield* inFilters(context)
}

function metricAt(catalog: Catalog, { text, path }: Located): ResourceRef {
  return { type: 'METRIC', name: catalog.metric(text, path).name }
}

function* metricsOf(
  catalog: Catalog,
  { refMetric, expr }: TemporaryMetric,
  temporary: AttributionQuestion['metricDefinitions'],
): Generator<ResourceRef, void, undefined> {
  if (!temporary.has(refMetric.text)) yield metricAt(catalog, refMetric)
  for (const name of expr == null ? [] : namesIn(expr.text)) {
    if (name.kind !== 'field' || temporary.has(name.name)) continue
    for (const metric of catalog.metrics.find(name.name))
      yield { type: 'METRIC', name: metric.name }
  }
}

function* dimensionsOf(
  catalog: Catalog,
  { specifyDimension, indirections = [] }: TemporaryMetric,
): Generator<ResourceRef, void, undefined> {
  if (specifyDimension != null) {
    const { text, path } = specifyDimension.dimensions
    for (const name of text.split(',')) {
      yield* dimensionAt(catalog, { text: name.trim(), path })
    }
  }
  for (const { text, path } of indirections) {
    const { indirection } = parseIndirection(text, ANY_NAME)
    if (indirection?.kind !== 'multiLevelAggregate') continue
    for (const { name } of indirection.dimensions) yield* dimensionAt(catalog, { text: name, path })
  }
}

const ANY_NAME = {
  hasMetric: () => true,
  hasDimension: () => true,
  metricNames: () => [],
  dimensionNames: () => [],
}

function* dimensionAt(
  catalog: Catalog,
  { text, path }: Located,
): Generator<ResourceRef, void, undefined> {
  const { name } = splitGrain(text)
  if (name === METRIC_TIME) return
  yield { type: 'DIMENSION', name: catalog.dimension(name, path).name }
}

function* inFilters({
  catalog,
  question,
  resolve,
  parsed,
}: QuestionContext): Generator<ResourceRef | null, void, undefined> {
  const { dataset } = resolve(question.metric)
  const filters = [
    ...question.filters,
    ...question.current.filters,
    ...question.compare.filters,
    ...[...question.metricDefinitions.values()].flatMap((one) => one.filters),
  ]
  for (const { text } of filters) {
    for (const name of namesOf(parsed(text))) {
      const meaning = meaningIn(catalog, dataset, name)
      if (meaning.kind === 'dimension') yield { type: 'DIMENSION', name: meaning.dimension.name }
      if (meaning.kind === 'column') yield { type: 'DATASET', name: meaning.dataset.name }
    }
    yield null
  }
}
