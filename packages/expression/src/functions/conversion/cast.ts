import { report } from '../../diagnostics/report.ts'
import { readTime } from '../../time/parse-time.ts'
import { callNode, constantText, textNode, UNKNOWN } from '../../tree/typed-expr.ts'
import { isNumeric, isTimeType, type ValueType } from '../../values/value-type.ts'
import type { Argument, CallSite, ScalarFunction } from '../definition.ts'
import { parseCastTarget, readTarget, TARGET_NAMES } from './cast-target.ts'
import { castValue } from './cast-value.ts'

/** Functions that convert a value to another type. */
export const CONVERSION_FUNCTIONS: Readonly<Record<'Cast' | 'TryCast', ScalarFunction>> = {
  Cast: {
    ...castDefinition(reportConstant),
    description:
      'The value converted to another type; NULL when it cannot be converted, which for a constant is an error.',
    examples: [
      { text: 'Cast("2025-04-01 13:00:00", "Timestamp")', result: '2025-04-01 13:00:00' },
      { text: 'Cast(12.7, "Int")', result: '12' },
      { text: 'Cast("1.255", "Decimal(10, 2)")', result: '1.26' },
      { text: 'Cast(1e21, "String")', result: '1000000000000000000000' },
    ],
  },
  TryCast: {
    ...castDefinition(() => false),
    description: 'The same as Cast, but a constant that cannot be converted also gives NULL.',
    examples: [
      { text: 'TryCast("12", "Int")', result: '12' },
      { text: 'TryCast("twelve", "Int")', result: null },
    ],
  },
}

function castDefinition(
  isMistaken: (value: Argument, target: string, site: CallSite) => boolean,
): Omit<ScalarFunction, 'description' | 'examples'> {
  return {
    parameters: [
      { name: 'value', takes: 'any value' },
      {
        name: 'type',
        takes: `a type: ${TARGET_NAMES.join(', ')}, Decimal(digits, behind)`,
        choices: TARGET_NAMES,
      },
    ],
    nulls: 'propagate',
    // The facts about a cast that keeps every number; formulas with another one are not analyzed.
    formula: {
      kind: 'choice',
      choose: () => 0,
      range: (args) => args.range(0),
      neverNull: null,
      neverNegative: null,
      zeroAtZero: false,
    },
    check([value, target], site) {
      const wanted = readTarget(target!, site)
      if (wanted === null || value!.typed.type === 'UNKNOWN') return UNKNOWN
      const { type } = parseCastTarget(wanted)
      if (!isPossible(value!.typed.type, type)) {
        const params = { found: value!.typed.type, expected: type }
        site.addDiagnostic(report('EXP2016', { span: value!.span, params }))
        return UNKNOWN
      }
      if (isMistaken(value!, wanted, site)) return UNKNOWN
      return callNode(site.function, type, [value!.typed, textNode(wanted)])
    },
    evaluate: (argument, { args }) =>
      castValue(argument(0)!, args[0]!.type, parseCastTarget(constantText(args[1])!)),
  }
}

function isPossible(from: ValueType, to: ValueType): boolean {
  if (from === to || from === 'STRING' || to === 'STRING' || from === 'NULL') return true
  if (isTimeType(from) || isTimeType(to)) return isTimeType(from) && isTimeType(to)
  return isNumeric(from) || isNumeric(to)
}

/** Reports a constant text that cannot be converted to the type. */
function reportConstant(value: Argument, wanted: string, site: CallSite): boolean {
  const text = constantText(value.typed)
  const target = parseCastTarget(wanted)
  if (text === null || castValue(text, 'STRING', target) !== null) return false
  const reading = isTimeType(target.type) ? readTime(text) : null
  const reason =
    reading && 'problem' in reading
      ? reading.problem
      : `it cannot be read as ${EXAMPLES[target.type]}`
  const params = { found: text, expected: `a ${target.type}`, reason }
  site.addDiagnostic(report('EXP2006', { span: value.span, params }))
  return true
}

const EXAMPLES: Readonly<Record<ReturnType<typeof parseCastTarget>['type'], string>> = {
  TIMESTAMP: '2025-04-01 13:00:00',
  DATE: '2025-04-01',
  STRING: 'text',
  INT: 'a whole number of 64 bits',
  DECIMAL: 'a number with as many digits',
  DOUBLE: 'a number',
  BOOLEAN: 'true or false',
}
