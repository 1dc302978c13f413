import { parse, print, type Resolution, type Scope } from '@tributary/expression'
import type { ViewContext, ViewMetric } from './view-context.ts'
import { assertCondition } from './view-filters.ts'

/** Conditions on the metrics that the view lists, and on nothing else, their names mapped. */
export function resultFilters(
  context: ViewContext,
  metrics: readonly ViewMetric[],
): readonly string[] {
  const nameOf = listedName(context, metrics)
  const scope = resultScope(context, metrics, nameOf)
  return context.question.resultFilters.map((filter) => {
    assertCondition(context, filter, scope)
    const { ast } = parse(filter.text)
    if (ast === null) throw new TypeError(`"${filter.text}" was checked and cannot be parsed`)
    const field = (name: string) => {
      const code = nameOf(name)
      return code === null ? undefined : { code }
    }
    return print(ast, { names: 'code', resolve: { field } })
  })
}

/** The listed metric that a text names: a temporary one by its key, another by any of its names; else null. */
function listedName(
  { catalog, question }: ViewContext,
  metrics: readonly ViewMetric[],
): (text: string) => string | null {
  const listed = new Set(metrics.filter((one) => !one.isTemporary).map(({ name }) => name))
  const temporary = new Set(metrics.filter((one) => one.isTemporary).map(({ name }) => name))
  return (text) => {
    if (question.metricDefinitions.has(text)) return temporary.has(text) ? text : null
    const found = catalog.metrics.find(text).filter(({ name }) => listed.has(name))
    return found.length === 1 ? found[0]!.name : null
  }
}

function resultScope(
  { catalog, question }: ViewContext,
  metrics: readonly ViewMetric[],
  nameOf: (text: string) => string | null,
): Scope {
  const misplaced = (message: string): Resolution => ({ problem: { kind: 'misplaced', message } })
  return {
    resolve(name) {
      if (name.kind === 'column') {
        return misplaced(`['${name.dataset}'/'${name.column}'] is a column; ${ONLY_LISTED}`)
      }
      const listed = nameOf(name.name)
      if (listed !== null) {
        return { found: { kind: 'reference', type: 'DOUBLE', table: null, name: listed } }
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
  }
}

const ONLY_LISTED = 'a result filter may name only the metrics that the view lists'
