import {
  type CheckOptions,
  type Column,
  type Constant,
  check,
  compile,
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  type Expr,
  ExpressionError,
  type ExpressionErrorCode,
  evaluate,
  type Field,
  type FUNCTIONS,
  type FunctionName,
  findConditionIntervals,
  findFunction,
  formatDiagnostic,
  type Interval,
  type Limits,
  listFunctionAliases,
  parse,
  print,
  references,
  type Scope,
  type TypedExpr,
  type TypedReference,
  toText,
  truncate,
  type Value,
} from '@tributary/expression'
import { describe, expectTypeOf, test } from 'vitest'

const scope: Scope = {
  resolve: () => ({ found: { kind: 'reference', type: 'INT', table: null, name: 'delay' } }),
  names: () => ['delay'],
}
const { ast } = parse('[delay] > 15')
const typed = compile('[delay] > 15', scope, { path: 'filter' })

describe('parsing', () => {
  test('gives no tree where there is an error', () => {
    expectTypeOf(ast).toEqualTypeOf<Expr | null>()
    expectTypeOf(parse).parameter(1).toEqualTypeOf<Partial<Limits> | undefined>()
  })

  test('gives trees that are told apart by their kind', () => {
    expectTypeOf<Extract<Expr, { kind: 'field' }>>().toEqualTypeOf<Field>()
    expectTypeOf<Extract<Expr, { kind: 'number' }>['raw']>().toBeString()
    expectTypeOf(references).returns.toEqualTypeOf<readonly (Field | Column)[]>()
    // @ts-expect-error a tree is readonly
    if (ast?.kind === 'field') ast.name = 'other'
  })

  test('is not needed for printing, which takes a tree', () => {
    // @ts-expect-error null is no tree
    print(ast)
    expectTypeOf(print).returns.toBeString()
  })
})

describe('a scope', () => {
  test('says why a name has no meaning, or its meaning', () => {
    expectTypeOf<{ problem: { kind: 'unknown' } }>().toExtend<ReturnType<Scope['resolve']>>()
    expectTypeOf<{ problem: { kind: 'lost' } }>().not.toExtend<ReturnType<Scope['resolve']>>()
    expectTypeOf<{ found: TypedExpr }>().toExtend<ReturnType<Scope['resolve']>>()
  })

  test('needs names, and may describe them', () => {
    expectTypeOf<Pick<Scope, 'resolve'>>().not.toExtend<Scope>()
    expectTypeOf<Pick<Scope, 'resolve' | 'names'>>().toExtend<Scope>()
  })
})

describe('checking', () => {
  test('takes a moment in microseconds as a bigint', () => {
    expectTypeOf<CheckOptions['now']>().toEqualTypeOf<bigint | undefined>()
    // @ts-expect-error a number would lose microseconds
    check(ast!, scope, { now: Date.now() })
  })

  test('throws or gives diagnostics', () => {
    expectTypeOf(typed).toEqualTypeOf<TypedExpr>()
    expectTypeOf(diagnose('', scope).typed).toEqualTypeOf<TypedExpr | null>()
    expectTypeOf(diagnose('', scope).diagnostics).toEqualTypeOf<readonly Diagnostic[]>()
    // @ts-expect-error the place of the text is needed for the message
    compile('', scope, {})
  })

  test('gives a tree that only the back end can read values for', () => {
    expectTypeOf(evaluate).parameter(1).parameter(0).toEqualTypeOf<TypedReference>()
    expectTypeOf(evaluate(typed, () => 20n)).toEqualTypeOf<Value>()
    // @ts-expect-error a Date is no value of a row
    evaluate(typed, () => new Date())
    expectTypeOf(findConditionIntervals).returns.toEqualTypeOf<readonly Interval[] | null>()
  })
})

describe('values', () => {
  test('have one form for each type of constant', () => {
    expectTypeOf<Extract<Constant, { type: 'DECIMAL' }>['value']>().toBeString()
    expectTypeOf<Extract<Constant, { type: 'TIMESTAMP' }>['value']>().toBeBigInt()
    expectTypeOf<Extract<Constant, { type: 'DATE' }>['value']>().toBeNumber()
  })

  test('have a text, NULL has none', () => {
    expectTypeOf(toText).returns.toEqualTypeOf<string | null>()
    // @ts-expect-error there is no such grain
    truncate(0n, 'DECADE')
  })
})

describe('diagnostics', () => {
  test('have a closed set of codes and of names', () => {
    expectTypeOf<Diagnostic['code']>().toEqualTypeOf<DiagnosticCode>()
    expectTypeOf<'EXP1010'>().toExtend<DiagnosticCode>()
    expectTypeOf<'EXP9999'>().not.toExtend<DiagnosticCode>()
    expectTypeOf(DIAGNOSTICS.EXP3001.name).toEqualTypeOf<'EXPRESSION_UNKNOWN_FIELD'>()
    expectTypeOf<ExpressionError['code']>().toEqualTypeOf<ExpressionErrorCode>()
    expectTypeOf(ExpressionError).instance.toExtend<Error>()
  })

  test('are written in two languages', () => {
    const [one] = diagnose('', scope).diagnostics
    expectTypeOf(formatDiagnostic(' ', one!, { locale: 'zh' })).toBeString()
    // @ts-expect-error there is no French
    formatDiagnostic(' ', one!, { locale: 'fr' })
  })
})

describe('functions', () => {
  test('have a closed set of names', () => {
    expectTypeOf<keyof typeof FUNCTIONS>().toEqualTypeOf<FunctionName>()
    expectTypeOf<'DateTrunc'>().toExtend<FunctionName>()
    expectTypeOf<'Truncate'>().not.toExtend<FunctionName>()
    expectTypeOf(findFunction('any')).toExtend<object | undefined>()
    // @ts-expect-error an alias is no name
    listFunctionAliases('Mid')
  })
})
