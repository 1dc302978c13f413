import { callNode, type TypedExpr } from '../../tree/typed-expr.ts'
import { numberOf } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'
import { doubleForms, onlyFinite } from './double-argument.ts'
import { sameForms } from './same-forms.ts'

/** `Log(number, base?)`. */
export const log: ScalarDefinition = plainFunction({
  name: 'Log',
  family: 'number',
  description:
    'The logarithm to a base, 10 where none is given, as a DOUBLE; NULL unless both are over 0, and for base 1.',
  parameters: [numberParameter('number'), numberParameter('base', { optional: true })],
  examples: [
    { text: 'Log(1000)', result: '3' },
    { text: 'Log(8, 2)', result: '3' },
    { text: 'Log(8, 1)', result: null },
  ],
  result: 'DOUBLE',
  // A quotient of logarithms makes 2.9999999999999996 of 1000.
  refine: (call) =>
    isTen(call.args[1]) ? callNode('Log10', 'DOUBLE', call.args.slice(0, 1)) : call,
  evaluate: ([number, base]) =>
    onlyFinite(positiveLn(numberOf(number!)) / positiveLn(numberOf(base!))),
  sql: doubleForms(
    sameForms(
      (number, base) =>
        sqlText`(CASE WHEN ${number!} > 0 AND ${base!} > 0 AND ${base!} <> 1 THEN ln(${number!}) / ln(${base!}) END)`,
    ),
  ),
})

function isTen(base: TypedExpr | undefined): boolean {
  if (base === undefined) return true
  return base.kind === 'constant' && Number(base.constant.value) === 10
}

/** Zero has no logarithm, and a quotient must not make a number of its minus infinity. */
function positiveLn(number: number): number {
  return number > 0 ? Math.log(number) : Number.NaN
}
