import { nearNames } from '@tributary/core'
import { isNumeric, isTimeType } from '../../check/common-type.ts'
import { replaceBy, report } from '../../diagnostics/report.ts'
import { readTime } from '../../time/parse-time.ts'
import type { ValueType } from '../../value-type.ts'
import { printText } from '../../visit/print-leaf.ts'
import type { Argument, CallSite, FunctionDefinition } from '../definition.ts'
import { callNode, constantNode, constantText, UNKNOWN } from '../typed-calls.ts'
import { castValue } from './cast-value.ts'
import { duckdbCast } from './duckdb-cast.ts'

/** The types that Cast gives. */
export type CastType = 'TIMESTAMP' | 'DATE' | 'STRING' | 'INT' | 'DOUBLE' | 'BOOLEAN'

const NAMES: ReadonlyMap<string, CastType> = new Map([
  ['Timestamp', 'TIMESTAMP'],
  ['Date', 'DATE'],
  ['String', 'STRING'],
  ['Int', 'INT'],
  ['Double', 'DOUBLE'],
  ['Boolean', 'BOOLEAN'],
])
const byLowerCase: ReadonlyMap<string, string> = new Map([
  ...[...NAMES.keys()].map((name) => [name.toLowerCase(), name] as const),
  ['datetime', 'Timestamp'],
  ['varchar', 'String'],
  ['bigint', 'Int'],
])

/** `Cast(value, type)`. */
export const cast: FunctionDefinition = {
  name: 'Cast',
  family: 'conversion',
  description: 'The value as another type; NULL when it has no meaning there.',
  parameters: [
    { name: 'value', takes: 'any value' },
    { name: 'type', takes: `a type: ${[...NAMES.keys()].join(', ')}` },
  ],
  nulls: 'propagate',
  check([value, target], site) {
    const name = readTarget(target!, site)
    if (name === null || value!.typed.type === 'UNKNOWN') return UNKNOWN
    const type = NAMES.get(name)!
    if (!isPossible(value!.typed.type, type)) {
      const params = { found: value!.typed.type, expected: type }
      site.complain(report('EXP2016', { span: value!.span, params }))
      return UNKNOWN
    }
    if (complainOfConstant(value!, type, site)) return UNKNOWN
    return callNode('Cast', type, [value!.typed, constantNode({ type: 'STRING', value: name })])
  },
  evaluate: (argument, { args, type }) => castValue(argument(0)!, args[0]!.type, type as CastType),
  sql: {
    duckdb: ([value], { type }) => duckdbCast(value!, type as CastType),
  },
}

function readTarget(target: Argument, site: CallSite): string | null {
  const { span, typed } = target
  if (typed.type === 'UNKNOWN') return null
  const text = constantText(typed)
  if (text === null) {
    site.complain(report('EXP2008', { span, params: { function: 'Cast', parameter: 'type' } }))
    return null
  }
  const name = byLowerCase.get(text.toLowerCase())
  if (name !== undefined) return name
  const fixes = nearNames(text, NAMES.keys()).map((near) =>
    replaceBy(`use ${near}`, span, printText(near)),
  )
  site.complain(report('EXP2012', { span, params: { found: text }, fixes }))
  return null
}

function isPossible(from: ValueType, to: CastType): boolean {
  if (from === to || from === 'STRING' || to === 'STRING' || from === 'NULL') return true
  if (isTimeType(from) || isTimeType(to)) return isTimeType(from) && isTimeType(to)
  return isNumeric(from) || isNumeric(to)
}

/** A text constant that has no meaning in the type is a mistake, not a NULL. */
function complainOfConstant(value: Argument, type: CastType, site: CallSite): boolean {
  const text = constantText(value.typed)
  if (text === null || castValue(text, 'STRING', type) !== null) return false
  const reading = isTimeType(type) ? readTime(text) : null
  const reason =
    reading && 'problem' in reading ? reading.problem : `it cannot be read as ${EXAMPLES[type]}`
  const params = { found: text, expected: `a ${type}`, reason }
  site.complain(report('EXP2006', { span: value.span, params }))
  return true
}

const EXAMPLES: Readonly<Record<CastType, string>> = {
  TIMESTAMP: '2025-04-01 13:00:00',
  DATE: '2025-04-01',
  STRING: 'text',
  INT: 'a whole number of 64 bits',
  DOUBLE: 'a number',
  BOOLEAN: 'true or false',
}
