import type { FunctionDefinition } from './definition.ts'

/** How few and how many arguments a function takes. */
export function argumentCounts(definition: FunctionDefinition): {
  readonly least: number
  readonly most: number
} {
  const { parameters } = definition
  return {
    least: parameters.filter((one) => !one.optional).length,
    most: parameters.at(-1)?.repeated ? Number.POSITIVE_INFINITY : parameters.length,
  }
}

/** The argument list in words: `value, first, …`. */
export function signatureOf(definition: FunctionDefinition): string {
  const names = definition.parameters.map((one) => (one.optional ? `${one.name}?` : one.name))
  if (definition.parameters.at(-1)?.repeated) names.push('…')
  return names.join(', ')
}
