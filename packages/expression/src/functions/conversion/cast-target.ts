import { nearNames } from '@tributary/core'
import { replaceBy, report } from '../../diagnostics/report.ts'
import { printText } from '../../tree/print.ts'
import { constantText } from '../../tree/typed-expr.ts'
import type { Argument, CallSite } from '../definition.ts'

/** What a cast gives: a type, for a DECIMAL with how many digits in all and behind the point. */
export type CastTarget =
  | { readonly type: 'TIMESTAMP' | 'DATE' | 'STRING' | 'INT' | 'DOUBLE' | 'BOOLEAN' }
  | { readonly type: 'DECIMAL'; readonly precision: number; readonly scale: number }

/** The types that casts give, in their canonical spelling. */
export const TARGET_NAMES: readonly string[] = [
  'Timestamp',
  'Date',
  'String',
  'Int',
  'Decimal',
  'Double',
  'Boolean',
]

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...TARGET_NAMES.map((name) => [name.toLowerCase(), name] as const),
  ['datetime', 'Timestamp'],
  ['varchar', 'String'],
  ['bigint', 'Int'],
])

/** Digits of a DECIMAL at most, and of one that says nothing of its own. */
const MOST_DIGITS = 38
const USUAL_SCALE = 10

/** The target in its canonical spelling (`Decimal(18, 4)`), from an argument; null after a complaint. */
export function readTarget(name: string, target: Argument, site: CallSite): string | null {
  const { span, typed } = target
  if (typed.type === 'UNKNOWN') return null
  const text = constantText(typed)
  if (text === null) {
    site.complain(report('EXP2008', { span, params: { function: name, parameter: 'type' } }))
    return null
  }
  const known = canonical(text)
  if (known !== null) return known
  const fixes = nearNames(text, TARGET_NAMES).map((near) =>
    replaceBy(`use ${near}`, span, printText(near)),
  )
  site.complain(report('EXP2012', { span, params: { found: text }, fixes }))
  return null
}

/** The target that a canonical spelling means. */
export function targetOf(name: string): CastTarget {
  const [, precision, scale] = /^Decimal(?:\((\d+), (\d+)\))?$/.exec(name) ?? []
  if (precision !== undefined) {
    return { type: 'DECIMAL', precision: Number(precision), scale: Number(scale) }
  }
  const type = name.toUpperCase() as CastTarget['type']
  return type === 'DECIMAL' ? { type, precision: MOST_DIGITS, scale: USUAL_SCALE } : { type }
}

function canonical(text: string): string | null {
  const known = SPELLINGS.get(text.trim().toLowerCase())
  if (known !== undefined) return known
  const match = /^\s*decimal\s*\(\s*(\d{1,2})\s*(?:,\s*(\d{1,2})\s*)?\)\s*$/i.exec(text)
  if (match === null) return null
  const [precision, scale] = [Number(match[1]), Number(match[2] ?? 0)]
  const fits = precision >= 1 && precision <= MOST_DIGITS && scale <= precision
  return fits ? `Decimal(${precision}, ${scale})` : null
}
