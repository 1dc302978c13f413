import { compile, parse, print, type Resolution, type Scope } from '@tributary/expression'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { invalidView } from '../definitions/errors.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import { meaningIn } from '../resolve/catalog/meaning.ts'
import { listNames } from '../resolve/names/expression-names.ts'
import { createDatasetScope, createTimeScope } from '../resolve/rows/row-scopes.ts'
import type { ViewContext, ViewMetric } from './view.ts'

/** Conditions on the rows of datasets, their names mapped. Throws an `ExpressionError` for a wrong one. */
export function rowFilters(
  context: ViewContext,
  datasets: ReadonlySet<DatasetDefinition>,
  filters: readonly Located[],
): readonly string[] {
  const { catalog, question } = context
  const temporaryMetrics = new Set(question.metricDefinitions.keys())
  const options = { temporaryMetrics, now: question.now }
  return filters.map((filter) => {
    for (const dataset of datasets) {
      reportNames(context, dataset, filter)
      assertCondition(context, filter, createDatasetScope(catalog, dataset, options))
    }
    return mappedOnAll(context, datasets, filter)
  })
}

/** A condition on `metric_time`; null for none. */
export function timeFilter(
  context: ViewContext,
  datasets: ReadonlySet<DatasetDefinition>,
  constraint: Located | null,
): string | null {
  if (constraint === null || constraint.text.trim() === '') return null
  for (const dataset of datasets) {
    assertCondition(context, constraint, createTimeScope(context.catalog, dataset))
  }
  return mappedOnAll(context, datasets, constraint)
}

/** The datasets of the metrics, each once. */
export function collectViewDatasets(
  metrics: readonly ViewMetric[],
): ReadonlySet<DatasetDefinition> {
  return new Set(metrics.flatMap(({ datasets }) => [...datasets]))
}

/** Throws an `ExpressionError` when the text is no condition in the scope. */
function assertCondition({ question }: ViewContext, { text, path }: Located, scope: Scope): void {
  compile(text, scope, { path, expect: 'BOOLEAN', now: question.now })
}

/** A condition means the same for every metric of the view, or it would need a name that says which. */
function mappedOnAll(
  { catalog }: ViewContext,
  datasets: ReadonlySet<DatasetDefinition>,
  { text, path }: Located,
): string {
  const nameIn = (dataset: DatasetDefinition, name: string): string | null => {
    const span = { start: 0, end: name.length }
    const meaning = meaningIn(catalog, dataset, { kind: 'field', name, span })
    switch (meaning.kind) {
      case 'time':
        return METRIC_TIME
      case 'dimension':
        return meaning.dimension.name
      case 'column':
        return meaning.column.name
      case 'problem':
        return null
    }
  }
  const [first = '', ...remainingTexts] = Array.from(datasets, (dataset) =>
    printWithNames(text, (name) => nameIn(dataset, name)),
  )
  const differentText = remainingTexts.find((candidate) => candidate !== first)
  if (differentText === undefined) return first
  const reason = `It means ${first} for one metric and ${differentText} for another; use names that mean the same for all`
  throw invalidView(path, reason)
}

/** A checked expression with its names replaced; null keeps a name. */
export function printWithNames(text: string, nameOf: (name: string) => string | null): string {
  const { ast } = parse(text)
  if (ast === null) throw new TypeError(`"${text}" was checked and cannot be parsed`)
  const field = (name: string) => {
    const code = nameOf(name)
    return code === null ? undefined : { code }
  }
  return print(ast, { names: 'code', resolve: { field } })
}

/** Tells of the dimensions that a condition names. */
function reportNames(
  { catalog, named }: ViewContext,
  dataset: DatasetDefinition,
  { text }: Located,
): void {
  for (const name of listNames(text, catalog.workspace.calendar)) {
    const meaning = meaningIn(catalog, dataset, name)
    if (meaning.kind === 'dimension') named({ type: 'DIMENSION', name: meaning.dimension.name })
  }
}

/** Conditions on the metrics that the view lists, and on nothing else, their names mapped. */
export function resultFilters(
  context: ViewContext,
  metrics: readonly ViewMetric[],
): readonly string[] {
  const nameOf = listedName(context, metrics)
  const scope = resultScope(context, metrics, nameOf)
  return context.question.resultFilters.map((filter) => {
    assertCondition(context, filter, scope(filter.path))
    return printWithNames(filter.text, nameOf)
  })
}

/** The listed metric that a text names: a temporary one by its key, another by any of its names; else null. */
function listedName(
  { catalog, question }: ViewContext,
  metrics: readonly ViewMetric[],
): (text: string) => string | null {
  const listed = new Set(metrics.filter((metric) => !metric.isTemporary).map(({ name }) => name))
  const temporary = new Set(metrics.filter((metric) => metric.isTemporary).map(({ name }) => name))
  return (text) => {
    if (question.metricDefinitions.has(text)) return temporary.has(text) ? text : null
    const candidates = catalog.metrics.find(text).filter(({ name }) => listed.has(name))
    return candidates.length === 1 ? candidates[0]!.name : null
  }
}

/** The scope of conditions on the metrics of an answer, each by the name that `nameOf` gives; null for another one. */
export function resultScope(
  {
    catalog,
    question,
    typeOf,
  }: Pick<ViewContext, 'catalog' | 'typeOf'> & {
    readonly question: Pick<ViewContext['question'], 'metricDefinitions'>
  },
  metrics: readonly Pick<ViewMetric, 'name'>[],
  nameOf: (text: string) => string | null,
): (path: string) => Scope {
  const misplaced = (message: string): Resolution => ({ problem: { kind: 'misplaced', message } })
  return (path) => ({
    resolve(name) {
      if (name.kind === 'column') {
        return misplaced(`['${name.dataset}'/'${name.column}'] is a column; ${ONLY_LISTED}`)
      }
      const listed = nameOf(name.name)
      if (listed !== null) {
        const type = typeOf({ text: name.name, path })
        return { found: { kind: 'reference', type, table: null, name: listed } }
      }
      if (question.metricDefinitions.has(name.name) || catalog.metrics.find(name.name).length > 0) {
        return misplaced(`The metric "${name.name}" is not in "metrics"; ${ONLY_LISTED}`)
      }
      if (catalog.dimensions.find(name.name).length > 0) {
        return misplaced(`"${name.name}" is a dimension; ${ONLY_LISTED}`)
      }
      return { problem: { kind: 'unknown' } }
    },
    names: () => metrics.map(({ name }) => name),
    calendar: catalog.workspace.calendar,
  })
}

const ONLY_LISTED = 'a result filter may name only the metrics that "metrics" lists'
