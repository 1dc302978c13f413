import { nearNames } from '@tributary/core'
import type { Fix } from '../../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../../diagnostics/report.ts'
import { printText } from '../../tree/literals.ts'
import type { Span } from '../../tree/span.ts'
import { constantText, hasType, type TypedExpr } from '../../tree/typed-expr.ts'
import type { ValueType } from '../../values/value-type.ts'
import type { Argument, CallSite, Parameter } from './definition.ts'

/** A parameter that takes any value of certain types. */
export interface KindParameter extends Parameter {
  readonly types: readonly ValueType[]
}

/** Whether a parameter may be omitted or repeated. */
export type Occurrence = Pick<Parameter, 'optional' | 'repeated'>

/** A parameter for texts. */
export function textParameter(name: string, occurrence: Occurrence = {}): KindParameter {
  return { name, takes: 'a text', types: ['STRING'], ...occurrence }
}

/** A parameter for whole numbers. */
export function countParameter(name: string, occurrence: Occurrence = {}): KindParameter {
  return { name, takes: 'a whole number', types: ['INT'], ...occurrence }
}

/** A parameter for numbers of any type. */
export function numberParameter(name: string, occurrence: Occurrence = {}): KindParameter {
  return { name, takes: 'a number', types: ['INT', 'DECIMAL', 'DOUBLE'], ...occurrence }
}

/** A parameter for dates and times; an ISO text is read as one. */
export function timeParameter(name: string, occurrence: Occurrence = {}): KindParameter {
  return { name, takes: 'a date or time', types: ['DATE', 'TIMESTAMP'], ...occurrence }
}

/** A parameter for conditions. */
export function conditionParameter(name: string, occurrence: Occurrence = {}): KindParameter {
  return { name, takes: 'a condition', types: ['BOOLEAN'], ...occurrence }
}

/** A parameter for values of any type. */
export function anyParameter(name: string, occurrence: Occurrence = {}): KindParameter {
  const types: readonly ValueType[] = [
    'BOOLEAN',
    'STRING',
    'INT',
    'DECIMAL',
    'DOUBLE',
    'DATE',
    'TIMESTAMP',
  ]
  return { name, takes: 'any value', types, ...occurrence }
}

/** The checked arguments; null when one has the wrong type, which is reported, or is unknown already. */
export function checkKinds(
  parameters: readonly KindParameter[],
  args: readonly Argument[],
  site: CallSite,
): readonly TypedExpr[] | null {
  let fit = true
  for (const [index, argument] of args.entries()) {
    const parameter = parameters[Math.min(index, parameters.length - 1)]!
    if (argument.typed.type === 'UNKNOWN') fit = false
    if (hasType(argument.typed, ...parameter.types)) continue
    fit = false
    addDiagnostic(parameter, argument, site)
  }
  return fit ? args.map((argument) => argument.typed) : null
}

function addDiagnostic(
  { name: parameter, takes, types }: KindParameter,
  { typed, span }: Argument,
  site: CallSite,
): void {
  const params = { function: site.function, parameter, expected: takes, found: typed.type }
  const asText = {
    title: 'turn it into text',
    edits: [
      { span: { start: span.start, end: span.start }, text: 'Cast(' },
      { span: { start: span.end, end: span.end }, text: ', "String")' },
    ],
  }
  site.addDiagnostic(
    report('EXP2001', { span, params, fixes: types.includes('STRING') ? [asText] : [] }),
  )
}

/** Reports that an argument has the wrong type. */
export function reportArgument(
  site: CallSite,
  argument: Argument,
  names: { readonly parameter: string; readonly expected: string },
): void {
  const params = { function: site.function, ...names, found: argument.typed.type }
  site.addDiagnostic(report('EXP2001', { span: argument.span, params }))
}

/** The text of an argument that must be a constant; null once a problem is reported. */
export function readConstant(argument: Argument, parameter: string, site: CallSite): string | null {
  const text = constantText(argument.typed)
  if (text !== null || argument.typed.type === 'UNKNOWN') return text
  const params = { function: site.function, parameter }
  site.addDiagnostic(report('EXP2008', { span: argument.span, params }))
  return null
}

/** The longest constant text that is matched with a pattern: the checker computes the call, and nothing can interrupt it. */
const MOST_MATCHED = 1000

/** Whether a text may be matched with a pattern; reports a constant that is too long. */
export function checkMatchedText({ typed, span }: Argument, site: CallSite): boolean {
  const text = constantText(typed)
  if (text === null || text.length <= MOST_MATCHED) return true
  const reason = `it has ${text.length} characters; the limit is ${MOST_MATCHED}`
  const params = { found: `${text.slice(0, 20)}…`, expected: 'a text to match', reason }
  site.addDiagnostic(report('EXP2006', { span, params }))
  return false
}

/** Fixes that write a near name as a text in place of an argument. */
export function nearTexts(text: string, names: Iterable<string>, span: Span): readonly Fix[] {
  return nearNames(text, names).map((near) => replaceBy(`use ${near}`, span, printText(near)))
}

/** The type of the first argument, for results of the same type; DOUBLE for a NULL constant. */
export function firstType([first]: readonly TypedExpr[]): ValueType {
  return first === undefined || first.type === 'NULL' ? 'DOUBLE' : first.type
}
