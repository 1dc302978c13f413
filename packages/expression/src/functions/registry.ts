import { type FunctionName, functionNameOf } from '../tree/function-names.ts'
import { AGGREGATE_FUNCTIONS } from './aggregate/aggregate-functions.ts'
import { CONVERSION_FUNCTIONS } from './conversion/conversion-functions.ts'
import type { FunctionDefinition, ScalarDefinition } from './definition.ts'
import { LOGIC_FUNCTIONS } from './logic/logic-functions.ts'
import { NUMBER_FUNCTIONS } from './number/number-functions.ts'
import { TEXT_FUNCTIONS } from './text/text-functions.ts'
import { TIME_FUNCTIONS } from './time/time-functions.ts'

/** Every function, by its canonical name. */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionDefinition>> = {
  ...LOGIC_FUNCTIONS,
  ...TIME_FUNCTIONS,
  ...CONVERSION_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...AGGREGATE_FUNCTIONS,
}

/** The definition of a function by its canonical name. */
export function functionNamed(name: FunctionName): FunctionDefinition {
  return FUNCTIONS[name]
}

/** The definition of a function of one row; throws a TypeError for an aggregate, which no row has a value of. */
export function scalarNamed(name: FunctionName): ScalarDefinition {
  const definition = FUNCTIONS[name]
  if (definition.family !== 'aggregate') return definition
  throw new TypeError(`${name} is an aggregate: extractAggregates comes before computing`)
}

/** The definition that a text means, by its name or an alias in any case; undefined when there is none. */
export function findFunction(name: string): FunctionDefinition | undefined {
  const canonical = functionNameOf(name)
  return canonical && FUNCTIONS[canonical]
}
