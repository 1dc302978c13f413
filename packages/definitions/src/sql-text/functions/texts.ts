import {
  assertCount,
  type CallSite,
  readConstantInt,
  type TranslateCall,
} from '../context/context.ts'
import type { Value } from '../context/value.ts'
import { refuse } from '../syntax/refusal.ts'
import { renameFunction } from './numbers.ts'

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
  const operands = facts.concatSkipsNull
    ? args.map((argument) =>
        argument.tree.kind === 'string'
          ? argument
          : at.call('Coalesce', [argument, at.text('')], 'STRING'),
      )
    : args
  return at.call('Concat', operands, 'STRING')
}

function trim(name: 'Trim' | 'LTrim' | 'RTrim'): TranslateCall {
  return (site) => {
    assertCount(site, 1)
    site.note('tabs and line breaks at the ends are trimmed too', site.call.span)
    return site.at.call(name, [site.value(site.args[0]!)], 'STRING')
  }
}

/** LEFT, RIGHT: engines differ for a negative count. */
function end(name: 'Left' | 'Right'): TranslateCall {
  return (site) => {
    assertCount(site, 2)
    const count = readConstantInt(site.args[1])
    if (count === null || count < 0) {
      refuse(`${site.call.name} of a number that is no constant from 0 on`, site.args[1]!.span)
    }
    return site.at.call(name, site.args.map(site.value), 'STRING')
  }
}

function substring(site: CallSite): Value {
  assertCount(site, 2, 3)
  const [, start, length] = site.args
  if ((readConstantInt(start) ?? 0) < 1) {
    refuse(`${site.call.name} from a place that is no constant from 1 on`, start!.span)
  }
  if (length !== undefined && (readConstantInt(length) ?? -1) < 0) {
    refuse(`${site.call.name} of a length that is no constant from 0 on`, length.span)
  }
  return site.at.call('Substring', site.args.map(site.value), 'STRING')
}

function splitPart(site: CallSite): Value {
  assertCount(site, 3)
  if ((readConstantInt(site.args[2]) ?? 0) < 1) {
    refuse('SPLIT_PART of a part that is no constant from 1 on', site.args[2]!.span)
  }
  return site.at.call('SplitPart', site.args.map(site.value), 'STRING')
}

/** The part first, the text second. */
function translatePosition(site: CallSite): Value {
  assertCount(site, 2)
  const [part, text] = site.args.map(site.value) as [Value, Value]
  return site.at.call('Position', [text, part], 'INT')
}

/** Functions of texts. */
export const TEXT_FUNCTIONS: Readonly<Record<string, TranslateCall>> = {
  LOWER: renameFunction('Lower', 'STRING'),
  LCASE: renameFunction('Lower', 'STRING'),
  UPPER: renameFunction('Upper', 'STRING'),
  UCASE: renameFunction('Upper', 'STRING'),
  TRIM: trim('Trim'),
  LTRIM: trim('LTrim'),
  RTRIM: trim('RTrim'),
  LENGTH: renameFunction('Length', 'INT'),
  LEN: renameFunction('Length', 'INT'),
  CHAR_LENGTH: renameFunction('Length', 'INT'),
  CHARACTER_LENGTH: renameFunction('Length', 'INT'),
  LEFT: end('Left'),
  RIGHT: end('Right'),
  SUBSTRING: substring,
  SUBSTR: substring,
  REPLACE: renameFunction('Replace', 'STRING', [3, 3]),
  SPLIT_PART: splitPart,
  POSITION: translatePosition,
  CHARINDEX: translatePosition,
  STRPOS: renameFunction('Position', 'INT', [2, 2]),
  INSTR: renameFunction('Position', 'INT', [2, 2]),
  CONTAINS: renameFunction('Contains', 'BOOLEAN', [2, 2]),
  STARTSWITH: renameFunction('StartsWith', 'BOOLEAN', [2, 2]),
  STARTS_WITH: renameFunction('StartsWith', 'BOOLEAN', [2, 2]),
  ENDSWITH: renameFunction('EndsWith', 'BOOLEAN', [2, 2]),
  ENDS_WITH: renameFunction('EndsWith', 'BOOLEAN', [2, 2]),
  CONCAT: concat,
}
