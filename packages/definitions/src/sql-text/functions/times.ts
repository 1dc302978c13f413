import { PLAIN_GRAINS } from '@tributary/expression/internal'
import {
  assertCount,
  type CallSite,
  readWordArgument,
  type TranslateCall,
} from '../context/context.ts'
import type { Value } from '../context/value.ts'
import { refuse } from '../syntax/refusal.ts'
import type { SqlNode } from '../syntax/sql-tree.ts'
import { FORMAT_FUNCTIONS } from './formats.ts'
import { renameFunction } from './numbers.ts'

const GRAIN_WORDS: ReadonlyMap<string, string> = new Map([
  ...PLAIN_GRAINS.flatMap((grain) => [[grain, grain] as const, [`${grain}S`, grain] as const]),
  ['ISOWEEK', 'WEEK'],
  ['WEEK(MONDAY)', 'WEEK'],
  ['D', 'DAY'],
  ['MON', 'MONTH'],
  ['YYYY', 'YEAR'],
  ['YY', 'YEAR'],
])

/** The grain that a word of a dialect names. */
export function readGrainArgument(node: SqlNode | undefined, site: CallSite): string {
  const word = readWordArgument(monday(node) ?? node, 'the unit', site.call)
  const grain = GRAIN_WORDS.get(word)
  if (grain === undefined) refuse(`the unit of time ${word}`, node!.span)
  if (word === 'WEEK' && site.facts.week === 'SUNDAY') {
    refuse(`weeks of ${site.facts.name} begin on Sunday; ISOWEEK is read`, node!.span)
  }
  if (word === 'WEEK' && site.facts.week === 'SETTING') {
    site.note('weeks are taken to begin on Monday (WEEK_START)', node!.span)
  }
  return grain
}

/** `WEEK(MONDAY)` of BigQuery as a word. */
function monday(node: SqlNode | undefined): SqlNode | null {
  if (node?.kind !== 'call' || node.name !== 'WEEK' || node.args.length !== 1) return null
  const [day] = node.args
  const name = day?.kind === 'name' ? day.parts[0]!.text.toUpperCase() : ''
  return { kind: 'text', value: `WEEK(${name})`, span: node.span }
}

function isUnit(node: SqlNode | undefined): boolean {
  if (node?.kind === 'text') return GRAIN_WORDS.has(node.value.toUpperCase())
  if (monday(node) !== null) return true
  return (
    node?.kind === 'name' &&
    node.parts.length === 1 &&
    !node.parts[0]!.quoted &&
    GRAIN_WORDS.has(node.parts[0]!.text.toUpperCase())
  )
}

/** Whether the unit is the last argument. A column may be called as a unit is. */
function isLast(last: SqlNode | undefined, { args, facts }: CallSite): boolean {
  return isUnit(last) && (facts.unitIsLast || !isUnit(args[0]))
}

/** The unit first, or last as BigQuery has it. */
function dateTrunc(site: CallSite): Value {
  assertCount(site, 2)
  const [unit, time] = isLast(site.args[1], site) ? site.args.toReversed() : site.args
  const grain = readGrainArgument(unit, site)
  const value = site.value(time!)
  return site.at.call('DateTrunc', [value, site.at.text(grain)], value.type)
}

/** Adds a count of units to a time. */
export function addTime(
  { at, value }: Pick<CallSite, 'at' | 'value'>,
  time: Value,
  {
    count,
    grain,
    sign,
  }: { readonly count: SqlNode; readonly grain: string; readonly sign: 1 | -1 },
): Value {
  const number = value(count)
  const signed = sign === 1 ? number : at.negate(number)
  const type =
    time.type === 'DATE' && /^(DAY|WEEK|MONTH|QUARTER|YEAR)$/.test(grain) ? 'DATE' : 'TIMESTAMP'
  return at.call('DateAdd', [time, signed, at.text(grain)], type)
}

/** The grain of `INTERVAL 7 DAY`. */
export function intervalGrain(unit: string, node: SqlNode): string {
  const grain = GRAIN_WORDS.get(unit)
  return grain ?? refuse(`the unit of time ${unit}`, node.span)
}

/** `DATEADD(unit, count, time)`, `DATE_ADD(time, INTERVAL …)`, and days in Databricks. */
function dateAdd(sign: 1 | -1): TranslateCall {
  return (site) => {
    assertCount(site, 2, 3)
    const [first, second, third] = site.args as [SqlNode, SqlNode, SqlNode | undefined]
    if (third !== undefined) {
      return addTime(site, site.value(third), {
        count: second,
        grain: readGrainArgument(first, site),
        sign,
      })
    }
    const time = site.value(first)
    if (second.kind === 'interval') {
      return addTime(site, time, {
        count: second.count,
        grain: intervalGrain(second.unit, second),
        sign,
      })
    }
    return addTime(site, time, { count: second, grain: 'DAY', sign })
  }
}

function dateDiff(site: CallSite): Value {
  assertCount(site, 2, 3)
  const [first, second, third] = site.args as [SqlNode, SqlNode, SqlNode | undefined]
  const { at, facts } = site
  const diff = (from: SqlNode, to: SqlNode, grain: string): Value =>
    at.call('DateDiff', [site.value(from), site.value(to), at.text(grain)], 'INT')
  if (third === undefined) return diff(second, first, 'DAY')
  const unitIsLast = isLast(third, site)
  const grain = readGrainArgument(unitIsLast ? third : first, site)
  if (grain === 'WEEK' && facts.week === 'MONDAY') {
    refuse(`${site.call.name} by weeks; which day begins them is not said`, site.call.span)
  }
  if (facts.dateDiff === 'WHOLE' && grain !== 'DAY') {
    refuse(`${facts.name} counts whole units of ${grain}, not their borders`, site.call.span)
  }
  return unitIsLast ? diff(second, first, grain) : diff(second, third, grain)
}

const PARTS: ReadonlyMap<string, string> = new Map([
  ['YEAR', 'YEAR'],
  ['QUARTER', 'QUARTER'],
  ['MONTH', 'MONTH'],
  ['DAY', 'DAY'],
  ['HOUR', 'HOUR'],
  ['MINUTE', 'MINUTE'],
  ['SECOND', 'SECOND'],
  ['DAYOFMONTH', 'DAY'],
  ['DAY_OF_MONTH', 'DAY'],
  ['DOY', 'DAYOFYEAR'],
  ['DAYOFYEAR', 'DAYOFYEAR'],
  ['DAY_OF_YEAR', 'DAYOFYEAR'],
  ['ISODOW', 'DAYOFWEEK'],
  ['DAYOFWEEKISO', 'DAYOFWEEK'],
  ['DAYOFWEEK_ISO', 'DAYOFWEEK'],
  ['ISOWEEK', 'WEEK'],
  ['WEEKISO', 'WEEK'],
])

/** A part of a time as a number. */
function extractTimePart(site: CallSite, part: string, time: SqlNode): Value {
  const { at, facts } = site
  const call = (name: string): Value => {
    return at.call('Extract', [site.value(time), at.text(name)], 'INT')
  }
  if (part === 'DOW' || part === 'DAYOFWEEK' || part === 'WEEKDAY') {
    if (facts.sunday === null) refuse(`${part}; which day is the first is not said`, site.call.span)
    const fromSunday = at.calculate('%', call('DAYOFWEEK'), at.int(7))
    return facts.sunday === 0 ? fromSunday : at.calculate('+', fromSunday, at.int(1))
  }
  if (part === 'WEEK' || part === 'WEEKOFYEAR') {
    if (facts.week === 'SUNDAY') refuse(`weeks of ${facts.name} begin on Sunday`, site.call.span)
    if (facts.week === 'SETTING') {
      site.note('weeks are taken to be those of ISO 8601 (WEEK_OF_YEAR_POLICY)', site.call.span)
    }
    return call('WEEK')
  }
  const partName = PARTS.get(part)
  return partName === undefined
    ? refuse(`the part ${part} of a time`, site.call.span)
    : call(partName)
}

function extract(site: CallSite): Value {
  assertCount(site, 2)
  return extractTimePart(site, readWordArgument(site.args[0], 'the part', site.call), site.args[1]!)
}

function part(name: string): TranslateCall {
  return (site) => {
    assertCount(site, 1)
    return extractTimePart(site, name, site.args[0]!)
  }
}

function toDate(site: CallSite): Value {
  assertCount(site, 1)
  return site.at.call('Cast', [site.value(site.args[0]!), site.at.text('Date')], 'DATE')
}

const PART_FUNCTIONS = Object.fromEntries(
  [
    'YEAR',
    'QUARTER',
    'MONTH',
    'WEEK',
    'DAY',
    'HOUR',
    'MINUTE',
    'SECOND',
    'WEEKOFYEAR',
    'DAYOFMONTH',
    'DAYOFWEEK',
    'DAYOFYEAR',
    'DAYOFWEEKISO',
    'ISODOW',
    'WEEKISO',
    'DAY_OF_MONTH',
    'DAY_OF_YEAR',
  ].map((name) => [name, part(name)]),
)

/** Functions of dates and times. */
export const TIME_FUNCTIONS: Readonly<Record<string, TranslateCall>> = {
  ...PART_FUNCTIONS,
  EXTRACT: extract,
  DATE_PART: extract,
  DATE_TRUNC: dateTrunc,
  DATETRUNC: dateTrunc,
  TIMESTAMP_TRUNC: dateTrunc,
  DATETIME_TRUNC: dateTrunc,
  DATEADD: dateAdd(1),
  DATE_ADD: dateAdd(1),
  DATE_SUB: dateAdd(-1),
  DATEDIFF: dateDiff,
  DATE_DIFF: dateDiff,
  DATE: toDate,
  TO_DATE: toDate,
  ...FORMAT_FUNCTIONS,
  LAST_DAY: renameFunction('LastDay', 'DATE'),
  LAST_DAY_OF_MONTH: renameFunction('LastDay', 'DATE'),
  CURRENT_DATE: renameFunction('Today', 'DATE', [0, 0]),
  CURRENT_TIMESTAMP: renameFunction('Now', 'TIMESTAMP', [0, 0]),
  LOCALTIMESTAMP: renameFunction('Now', 'TIMESTAMP', [0, 0]),
  NOW: renameFunction('Now', 'TIMESTAMP', [0, 0]),
}
