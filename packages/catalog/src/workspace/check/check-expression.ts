import { check, parse, type Scope, type TypedExpr, type ValueType } from '@tributary/expression'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import { METRIC_TIME } from '../../definitions/metric.ts'
import type { Catalog } from '../../resolve/catalog/catalog.ts'
import { splitGrain } from '../../resolve/names/expression-names.ts'
import { membershipsIn } from '../../resolve/rows/conjunction.ts'
import { withUserAttributes } from '../../resolve/rows/row-conditions.ts'
import type { Report } from '../files/report.ts'
import type { DocumentPath } from '../structure/shape.ts'

/** An expression of a definition. */
export interface ExpressionPlace {
  /** The object of the document, and the way from it to the text. */
  readonly raw: object
  readonly path: DocumentPath
  readonly text: string
  readonly scope: Scope
  readonly expect?: ValueType | 'NUMBER'
  /** Whether it is a formula of aggregates. @defaultValue `row` */
  readonly level?: 'row' | 'metric'
}

/** The dataset that a definition names at `dataset`; null, and reported, when there is none. */
export function resolveDataset(
  report: Report,
  catalog: Catalog,
  raw: object,
  name: string,
): DatasetDefinition | null {
  const dataset = catalog.datasets.byName(name)
  if (dataset !== undefined) return dataset
  report.unknown(raw, ['dataset'], { kind: 'dataset', name, candidates: catalog.datasets.names() })
  return null
}

/** Whether a definition has the name of the time, which is reported. */
export function isReservedName(report: Report, raw: object, name: string): boolean {
  if (name !== METRIC_TIME) return false
  const message = `"${METRIC_TIME}" is reserved for the time of datasets; choose another name`
  report.at(raw, ['name'], message)
  return true
}

/** Any moment: the check only needs that there is one for `Now()`. */
export const CHECK_TIME = { now: 0n } as const

/** The checked expression; null when it has a mistake (reported) or names something broken (silent). */
export function checkExpression(report: Report, place: ExpressionPlace): TypedExpr | null {
  const { ast, diagnostics } = parse(place.text)
  report.expression(place.raw, place.path, diagnostics)
  if (ast === null) return null
  const tolerant = tolerantScope(place.scope, report)
  const checked = check(ast, tolerant.scope, {
    ...CHECK_TIME,
    ...(place.expect === undefined ? {} : { expect: place.expect }),
    ...(place.level === undefined ? {} : { level: place.level }),
  })
  report.expression(place.raw, place.path, checked.diagnostics)
  return tolerant.isBroken() ? null : checked.typed
}

/** Reports the row condition of a definition over the rows of `scope` when it is no condition; gives whether it is right. */
export function checkRowCondition(
  report: Report,
  raw: { readonly rows?: string },
  scope: Scope,
): boolean {
  if (raw.rows === undefined) return true
  const place = { raw, path: ['rows'], text: raw.rows, scope: withUserAttributes(scope) }
  const typed = checkExpression(report, { ...place, expect: 'BOOLEAN' })
  const [dimension] = membershipsIn(typed)
  if (dimension === undefined) return typed !== null
  const message = `The dimension "${dimension}" is a condition on metrics, whose rows would depend on this condition`
  report.at(raw, ['rows'], message, 'write a condition on columns and other dimensions')
  return false
}

/** A scope in which the name of something broken has the type UNKNOWN, which silences what follows. */
function tolerantScope(
  scope: Scope,
  report: Report,
): { readonly scope: Scope; readonly isBroken: () => boolean } {
  let isBroken = false
  const tolerant: Scope = {
    resolve(name) {
      const resolution = scope.resolve(name)
      const words =
        name.kind === 'field'
          ? [splitGrain(name.name, scope.calendar ?? PLAIN_CALENDAR).name]
          : [name.dataset, name.column]
      const isResolved = 'found' in resolution
      if (isResolved && resolution.found.type !== 'UNKNOWN') return resolution
      if (!isResolved && !words.some((word) => report.isOfBroken(word, scope.names())))
        return resolution
      isBroken = true
      return { found: { kind: 'reference', type: 'UNKNOWN', table: null, name: words.join('.') } }
    },
    names: () => scope.names(),
    ...(scope.calendar && { calendar: scope.calendar }),
  }
  return { scope: tolerant, isBroken: () => isBroken }
}
