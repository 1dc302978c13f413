import { report } from '../../diagnostics/report.ts'
import { constantText, type TypedCall } from '../../tree/typed-expr.ts'
import type { Argument, CallSite } from '../definition.ts'

/** The text of a pattern, which must be a constant so that it can be looked at; null after a complaint. */
export function readPattern(name: string, argument: Argument, site: CallSite): string | null {
  const text = constantText(argument.typed)
  if (text === null) {
    const params = { function: name, parameter: 'pattern' }
    site.complain(report('EXP2008', { span: argument.span, params }))
  }
  return text
}

/** What a call's constants make, made once for all rows. */
export function madeOnce<T>(make: (call: TypedCall) => T): (call: TypedCall) => T {
  const made = new WeakMap<TypedCall, { readonly value: T }>()
  return (call) => {
    const found = made.get(call) ?? { value: make(call) }
    made.set(call, found)
    return found.value
  }
}
