import { assertCount, type CallSite, constantInt, type TranslateCall } from '../context.ts'
import { refuse } from '../refusal.ts'
import type { Value } from '../value.ts'
import { renamed } from './numbers.ts'

/** A text where a dialect would convert by itself. */
export function asText(site: Pick<CallSite, 'at' | 'note'>, value: Value): Value {
  if (value.type === 'STRING' || value.type === 'UNKNOWN' || value.type === 'NULL') return value
  if (value.type === 'DOUBLE' || value.type === 'DECIMAL') {
    site.note('digits of a number as text may differ', site.at.span)
  }
  return site.at.call('Cast', [value, site.at.text('String')], 'STRING')
}

function concat(site: CallSite): Value {
  assertCount(site, 1, 100)
  const { at, facts } = site
  const args = site.args.map((arg) => asText(site, site.value(arg)))
  const whole = facts.concatSkipsNull
    ? args.map((one) =>
        one.tree.kind === 'string' ? one : at.call('Coalesce', [one, at.text('')], 'STRING'),
      )
    : args
  return at.call('Concat', whole, 'STRING')
}

function trim(name: 'Trim' | 'LTrim' | 'RTrim'): TranslateCall {
  return (site) => {
    assertCount(site, 1)
    site.note('tabs and line breaks at the ends are trimmed too', site.call.span)
    return site.at.call(name, [site.value(site.args[0]!)], 'STRING')
  }
}

/** LEFT, RIGHT: a negative count means other things elsewhere. */
function end(name: 'Left' | 'Right'): TranslateCall {
  return (site) => {
    assertCount(site, 2)
    const count = constantInt(site.args[1])
    if (count === null || count < 0) {
      refuse(`${site.call.name} of a number that is no constant from 0 on`, site.args[1]!.span)
    }
    return site.at.call(name, site.args.map(site.value), 'STRING')
  }
}

function substring(site: CallSite): Value {
  assertCount(site, 2, 3)
  const [, start, length] = site.args
  if ((constantInt(start) ?? 0) < 1) {
    refuse(`${site.call.name} from a place that is no constant from 1 on`, start!.span)
  }
  if (length !== undefined && (constantInt(length) ?? -1) < 0) {
    refuse(`${site.call.name} of a length that is no constant from 0 on`, length.span)
  }
  return site.at.call('Substring', site.args.map(site.value), 'STRING')
}

function splitPart(site: CallSite): Value {
  assertCount(site, 3)
  if ((constantInt(site.args[2]) ?? 0) < 1) {
    refuse('SPLIT_PART of a part that is no constant from 1 on', site.args[2]!.span)
  }
  return site.at.call('SplitPart', site.args.map(site.value), 'STRING')
}

/** The part first, the text second. */
function positionOf(site: CallSite): Value {
  assertCount(site, 2)
  const [part, text] = site.args.map(site.value) as [Value, Value]
  return site.at.call('Position', [text, part], 'INT')
}

/** Functions of texts. */
export const TEXT_FUNCTIONS: Readonly<Record<string, TranslateCall>> = {
  LOWER: renamed('Lower', 'STRING'),
  LCASE: renamed('Lower', 'STRING'),
  UPPER: renamed('Upper', 'STRING'),
  UCASE: renamed('Upper', 'STRING'),
  TRIM: trim('Trim'),
  LTRIM: trim('LTrim'),
  RTRIM: trim('RTrim'),
  LENGTH: renamed('Length', 'INT'),
  LEN: renamed('Length', 'INT'),
  CHAR_LENGTH: renamed('Length', 'INT'),
  CHARACTER_LENGTH: renamed('Length', 'INT'),
  LEFT: end('Left'),
  RIGHT: end('Right'),
  SUBSTRING: substring,
  SUBSTR: substring,
  REPLACE: renamed('Replace', 'STRING', [3, 3]),
  SPLIT_PART: splitPart,
  POSITION: positionOf,
  CHARINDEX: positionOf,
  STRPOS: renamed('Position', 'INT', [2, 2]),
  INSTR: renamed('Position', 'INT', [2, 2]),
  CONTAINS: renamed('Contains', 'BOOLEAN', [2, 2]),
  STARTSWITH: renamed('StartsWith', 'BOOLEAN', [2, 2]),
  STARTS_WITH: renamed('StartsWith', 'BOOLEAN', [2, 2]),
  ENDSWITH: renamed('EndsWith', 'BOOLEAN', [2, 2]),
  ENDS_WITH: renamed('EndsWith', 'BOOLEAN', [2, 2]),
  CONCAT: concat,
}
