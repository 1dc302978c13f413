import { report } from '../../diagnostics/report.ts'
import { constantText, type TypedCall } from '../../tree/typed-expr.ts'
import type { Argument, CallSite } from '../definition.ts'

/** The text of a pattern, which must be a constant; null once a problem is reported. */
export function readPattern(name: string, argument: Argument, site: CallSite): string | null {
  const text = constantText(argument.typed)
  if (text === null) {
    const params = { function: name, parameter: 'pattern' }
    site.addDiagnostic(report('EXP2008', { span: argument.span, params }))
  }
  return text
}

/** Computes a value from the constants of a call once for all rows. */
export function memoizeByCall<T>(make: (call: TypedCall) => T): (call: TypedCall) => T {
  const made = new WeakMap<TypedCall, { readonly value: T }>()
  return (call) => {
    const found = made.get(call) ?? { value: make(call) }
    made.set(call, found)
    return found.value
  }
}
