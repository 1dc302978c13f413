import { FAMILIES, type FunctionName, findFunctionName } from '../tree/function-names.ts'
import { AGGREGATE_FUNCTIONS } from './aggregate/aggregates.ts'
import { CONVERSION_FUNCTIONS } from './conversion/cast.ts'
import type {
  AggregateFunction,
  FunctionDefinition,
  FunctionRules,
  ScalarDefinition,
  ScalarFunction,
} from './definition.ts'
import { CONDITION_FUNCTIONS } from './logic/conditions.ts'
import { MEMBERSHIP_FUNCTIONS } from './logic/membership.ts'
import { MISSING_VALUE_FUNCTIONS } from './logic/missing-values.ts'
import { ARITHMETIC_FUNCTIONS } from './number/arithmetic.ts'
import { EXPONENT_FUNCTIONS } from './number/exponents.ts'
import { EXTREME_FUNCTIONS } from './number/extremes.ts'
import { ROUNDING_FUNCTIONS } from './number/rounding.ts'
import { EDIT_FUNCTIONS } from './text/edit.ts'
import { LETTER_CASE_FUNCTIONS } from './text/letter-case.ts'
import { LIKE_FUNCTIONS } from './text/like.ts'
import { REGEXP_FINDERS } from './text/regexp-find.ts'
import { REGEXP_FUNCTIONS } from './text/regexp-like.ts'
import { SEARCH_FUNCTIONS } from './text/search.ts'
import { SLICE_FUNCTIONS } from './text/slice.ts'
import { TRIM_FUNCTIONS } from './text/trim.ts'
import { DISTANCE_FUNCTIONS } from './time/distances.ts'
import { FORMAT_FUNCTIONS } from './time/formats.ts'
import { NOW_FUNCTIONS } from './time/now.ts'
import { PART_FUNCTIONS } from './time/parts.ts'
import { TRUNCATION_FUNCTIONS } from './time/truncation.ts'

const DECLARED: Readonly<Record<FunctionName, ScalarFunction | AggregateFunction>> = {
  ...MEMBERSHIP_FUNCTIONS,
  ...CONDITION_FUNCTIONS,
  ...MISSING_VALUE_FUNCTIONS,
  ...NOW_FUNCTIONS,
  ...FORMAT_FUNCTIONS,
  ...TRUNCATION_FUNCTIONS,
  ...DISTANCE_FUNCTIONS,
  ...PART_FUNCTIONS,
  ...CONVERSION_FUNCTIONS,
  ...EDIT_FUNCTIONS,
  ...LETTER_CASE_FUNCTIONS,
  ...TRIM_FUNCTIONS,
  ...SLICE_FUNCTIONS,
  ...SEARCH_FUNCTIONS,
  ...LIKE_FUNCTIONS,
  ...REGEXP_FUNCTIONS,
  ...REGEXP_FINDERS,
  ...ARITHMETIC_FUNCTIONS,
  ...ROUNDING_FUNCTIONS,
  ...EXPONENT_FUNCTIONS,
  ...EXTREME_FUNCTIONS,
  ...AGGREGATE_FUNCTIONS,
}

const RULES = Object.fromEntries(
  [...FAMILIES].map(([name, family]) => [name, { name, family, examples: [], ...DECLARED[name] }]),
) as unknown as Readonly<Record<FunctionName, FunctionRules>>

/** The definition of every function by its canonical name, in the order of the families. */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionDefinition>> = RULES

/** The rules of a function by its canonical name. */
export function getFunctionRules(name: FunctionName): FunctionRules {
  return RULES[name]
}

/** The rules of a function of one row; a TypeError for an aggregate. */
export function getScalarDefinition(name: FunctionName): ScalarDefinition {
  const definition = RULES[name]
  if (definition.family !== 'aggregate') return definition
  throw new TypeError(`${name} is an aggregate: extractAggregates comes before computing`)
}

/**
 * Finds the definition of a function by its name or an alias, in any case; undefined when there is none.
 *
 * @example
 * ```ts
 * import { findFunction } from '@tributary/attribution/expression'
 * findFunction('substr')?.name // => 'Substring'
 * ```
 */
export function findFunction(name: string): FunctionDefinition | undefined {
  const canonical = findFunctionName(name)
  return canonical && FUNCTIONS[canonical]
}

interface ArgumentCounts {
  readonly least: number
  readonly most: number
}

const COUNTS: ReadonlyMap<FunctionName, ArgumentCounts> = new Map(
  Object.values(FUNCTIONS).map(({ name, parameters }): [FunctionName, ArgumentCounts] => [
    name,
    {
      least: parameters.filter((parameter) => !parameter.optional).length,
      most: parameters.at(-1)?.repeated ? Number.POSITIVE_INFINITY : parameters.length,
    },
  ]),
)

/** How few and how many arguments a function takes. */
export function argumentCounts(definition: FunctionDefinition): ArgumentCounts {
  return COUNTS.get(definition.name)!
}

/** The argument list in words: `value, first, …`. */
export function formatSignature(definition: FunctionDefinition): string {
  const names = definition.parameters.map((parameter) =>
    parameter.optional ? `${parameter.name}?` : parameter.name,
  )
  if (definition.parameters.at(-1)?.repeated) names.push('…')
  return names.join(', ')
}
