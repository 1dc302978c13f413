import { report } from '../../diagnostics/report.ts'
import {
  findGrainByName,
  findGrainWord,
  GRAIN_WORDS,
  isCustomGrain,
  resolveGrain,
} from '../../time/grains.ts'
import { whyWithoutGrain, wordsIn } from '../../time/work-calendar.ts'
import { constantNode, constantText, type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import { type ComputedGrain, type Grain, isTimeType } from '../../values/value-type.ts'
import { readTimeNextTo } from '../definition/align-arguments.ts'
import { nearTexts, readConstant, reportArgument } from '../definition/arguments.ts'
import type { Argument, CallSite } from '../definition/definition.ts'

const ANY_TIME = constantNode({ type: 'NULL', value: null }, 'TIMESTAMP')

/** An argument that must be a DATE or TIMESTAMP, or an ISO text of one. UNKNOWN once a problem is reported. */
export function readTimeArgument(argument: Argument, site: CallSite): TypedExpr {
  const typed = readTimeNextTo(argument, ANY_TIME, site)
  if (typed.type === 'NULL') return ANY_TIME
  if (typed.type === 'UNKNOWN' || isTimeType(typed.type)) return typed
  reportArgument(site, argument, { parameter: 'time', expected: 'a date or time' })
  return UNKNOWN
}

/** The grain that a constant argument names; null once a problem is reported. */
export function readGrain(argument: Argument, site: CallSite): Grain | null {
  const text = readConstant(argument, 'grain', site)
  if (text === null) return null
  const { calendar } = site
  const grain = resolveGrain(text, calendar)
  if (grain !== null) return grain
  const { span } = argument
  const word = findGrainWord(text, calendar)
  if (word !== null) {
    const params = { found: word, reason: whyWithoutGrain(word, calendar) }
    site.addDiagnostic(report('EXP2018', { span, params }))
    return null
  }
  const words = wordsIn(calendar, GRAIN_WORDS)
  const params = { found: text, grains: words.toReversed().join(', ') }
  site.addDiagnostic(report('EXP2004', { span, params, fixes: nearTexts(text, words, span) }))
  return null
}

/** The grain of a checked call, the argument at an index. */
export function grainAt(args: readonly TypedExpr[], index: number): Grain {
  const grain = findGrainByName(constantText(args[index]) ?? '')
  if (grain === null) throw new TypeError('A checked call has a grain here')
  return grain
}

/** The same where the grain is none of a custom calendar. */
export function computedGrainAt(args: readonly TypedExpr[], index: number): ComputedGrain {
  const grain = grainAt(args, index)
  if (isCustomGrain(grain)) throw new TypeError('A checked call has no custom grain here')
  return grain
}
