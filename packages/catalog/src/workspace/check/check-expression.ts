import { check, parse, type Scope, type TypedExpr, type ValueType } from '@tributary/expression'
import { splitGrain } from '../../resolve/names-in.ts'
import type { Report } from '../report.ts'
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
        name.kind === 'field' ? [splitGrain(name.name).name] : [name.dataset, name.column]
      const known = 'found' in resolution
      if (known && resolution.found.type !== 'UNKNOWN') return resolution
      if (!known && !words.some((word) => report.isOfBroken(word, scope.names()))) return resolution
      isBroken = true
      return { found: { kind: 'reference', type: 'UNKNOWN', table: null, name: words.join('.') } }
    },
    names: () => scope.names(),
  }
  return { scope: tolerant, isBroken: () => isBroken }
}
