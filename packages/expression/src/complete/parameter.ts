import type { KindParameter } from '../functions/argument-kinds.ts'
import type { Parameter } from '../functions/definition.ts'
import type { Frame } from './frame.ts'

/** The parameter whose argument a place is in; null outside of a call, and after the last. */
export function parameterAt({
  definition,
  index,
}: Frame): (Parameter & Partial<KindParameter>) | null {
  if (definition === null) return null
  const { parameters } = definition
  const last = parameters.at(-1)
  return parameters[index] ?? (last?.repeated ? last : null)
}
