import { AGGREGATE_FUNCTIONS, type AggregateFunctionName } from './aggregate/aggregate-functions.ts'
import {
  CONVERSION_FUNCTIONS,
  type ConversionFunctionName,
} from './conversion/conversion-functions.ts'
import type { FunctionDefinition, ScalarDefinition } from './definition.ts'
import { LOGIC_FUNCTIONS, type LogicFunctionName } from './logic/logic-functions.ts'
import { NUMBER_FUNCTIONS, type NumberFunctionName } from './number/number-functions.ts'
import { TEXT_FUNCTIONS, type TextFunctionName } from './text/text-functions.ts'
import { TIME_FUNCTIONS, type TimeFunctionName } from './time/time-functions.ts'

/** The functions of the language, in their canonical spelling. */
export type FunctionName =
  | LogicFunctionName
  | TimeFunctionName
  | ConversionFunctionName
  | TextFunctionName
  | NumberFunctionName
  | AggregateFunctionName

/** Every function, by its canonical name. */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionDefinition>> = {
  ...LOGIC_FUNCTIONS,
  ...TIME_FUNCTIONS,
  ...CONVERSION_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...AGGREGATE_FUNCTIONS,
}

// A map: names of Object.prototype must not be found.
const byLowerCase: ReadonlyMap<string, FunctionDefinition> = new Map(
  Object.values(FUNCTIONS).flatMap((one) =>
    [one.name, ...(one.aliases ?? [])].map((name) => [name.toLowerCase(), one] as const),
  ),
)

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
  return byLowerCase.get(name.toLowerCase())
}
