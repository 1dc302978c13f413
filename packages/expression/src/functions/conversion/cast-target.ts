import { report } from '../../diagnostics/report.ts'
import { nearTexts, readConstant } from '../definition/arguments.ts'
import type { Argument, CallSite } from '../definition/definition.ts'

/** The target type of a cast; a DECIMAL has a precision and a scale. */
export type CastTarget =
  | { readonly type: 'TIMESTAMP' | 'DATE' | 'STRING' | 'INT' | 'DOUBLE' | 'BOOLEAN' }
  | { readonly type: 'DECIMAL'; readonly precision: number; readonly scale: number }

/** The target types in their canonical spelling. */
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

/** The most digits of a DECIMAL, and its scale by default. */
const MAX_DIGITS = 38
const USUAL_SCALE = 10

/** The target in its canonical spelling (`Decimal(18, 4)`), from an argument; null once a problem is reported. */
export function readTarget(target: Argument, site: CallSite): string | null {
  const text = readConstant(target, 'type', site)
  if (text === null) return null
  const spelling = canonical(text)
  if (spelling !== null) return spelling
  const { span } = target
  const fixes = nearTexts(text, TARGET_NAMES, span)
  site.addDiagnostic(report('EXP2012', { span, params: { found: text }, fixes }))
  return null
}

/** The target type of a canonical spelling. */
export function parseCastTarget(name: string): CastTarget {
  const [, precision, scale] = /^Decimal(?:\((\d+), (\d+)\))?$/.exec(name) ?? []
  if (precision !== undefined) {
    return { type: 'DECIMAL', precision: Number(precision), scale: Number(scale) }
  }
  const type = name.toUpperCase() as CastTarget['type']
  return type === 'DECIMAL' ? { type, precision: MAX_DIGITS, scale: USUAL_SCALE } : { type }
}

function canonical(text: string): string | null {
  const spelling = SPELLINGS.get(text.trim().toLowerCase())
  if (spelling !== undefined) return spelling
  const match = /^\s*decimal\s*\(\s*(\d{1,2})\s*(?:,\s*(\d{1,2})\s*)?\)\s*$/i.exec(text)
  if (match === null) return null
  const [precision, scale] = [Number(match[1]), Number(match[2] ?? 0)]
  const fits = precision >= 1 && precision <= MAX_DIGITS && scale <= precision
  return fits ? `Decimal(${precision}, ${scale})` : null
}
