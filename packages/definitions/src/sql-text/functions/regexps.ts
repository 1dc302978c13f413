import { parseFinding, parseRegexp } from '@tributary/expression/internal'
import {
  assertCount,
  type CallSite,
  readConstantInt,
  readConstantText,
  type TranslateCall,
} from '../context/context.ts'
import type { At, Value } from '../context/value.ts'
import type { DialectFacts } from '../syntax/dialects.ts'
import { refuse } from '../syntax/refusal.ts'
import type { SqlNode } from '../syntax/sql-tree.ts'

/** The differences between dialects in functions of regular expressions. */
interface RegexpFacts {
  /** The result when nothing matches. */
  readonly missing: 'NULL' | 'EMPTY'
  /** The default group of REGEXP_EXTRACT; FIRST is the only group, or the whole match without groups. */
  readonly group: 0 | 1 | 'FIRST'
  /** Whether every match is replaced; else with the option `g` alone. */
  readonly replacesAll: boolean
  /** The sign before the number of a group in a replacement. */
  readonly reference: '\\' | '$'
}

const FACTS: Readonly<Record<string, RegexpFacts>> = {
  DuckDB: { missing: 'EMPTY', group: 0, replacesAll: false, reference: '\\' },
  PostgreSQL: { missing: 'NULL', group: 0, replacesAll: false, reference: '\\' },
  Redshift: { missing: 'EMPTY', group: 0, replacesAll: true, reference: '$' },
  Trino: { missing: 'NULL', group: 0, replacesAll: true, reference: '$' },
  Snowflake: { missing: 'NULL', group: 0, replacesAll: true, reference: '\\' },
  BigQuery: { missing: 'NULL', group: 'FIRST', replacesAll: true, reference: '\\' },
  Databricks: { missing: 'EMPTY', group: 1, replacesAll: true, reference: '$' },
}

/** Where a group in plain parentheses begins. */
function plainGroups(pattern: string): readonly number[] {
  const groupStarts: number[] = []
  let isInSet = false
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '\\') at += 1
    else if (isInSet) isInSet = character !== ']'
    else if (character === '[') isInSet = true
    else if (character === '(' && pattern[at + 1] !== '?') groupStarts.push(at)
  }
  return groupStarts
}

/** A pattern whose only group in plain parentheses is that of a number; none for 0. */
function withGroup(pattern: string, group: number): string {
  const captureStart = plainGroups(pattern)[group - 1]
  return plainGroups(pattern)
    .toReversed()
    .filter((at) => at !== captureStart)
    .reduce((text, at) => `${text.slice(0, at + 1)}?:${text.slice(at + 1)}`, pattern)
}

/** A constant pattern that every engine reads alike. */
function readRegexpPattern(
  node: SqlNode | undefined,
  site: CallSite,
  read: typeof parseFinding,
  change = (pattern: string): string => pattern,
): Value {
  if (node === undefined) return refuse(`${site.call.name} without a pattern`, site.call.span)
  const pattern = change(readConstantText(node, 'the regular expression'))
  const reading = read(pattern)
  if ('problem' in reading) {
    refuse(`the regular expression of ${site.call.name}: ${reading.problem}`, node.span)
  }
  return site.at.text(pattern)
}

function regexpLike(matchesAll: (facts: DialectFacts) => boolean): TranslateCall {
  return (site) => {
    assertCount(site, 2)
    const [text, pattern] = site.args
    const anchorPattern = (patternText: string): string =>
      matchesAll(site.facts) ? `^(${patternText})$` : patternText
    const read = readRegexpPattern(pattern, site, parseRegexp, anchorPattern)
    return site.at.call('RegexpLike', [site.value(text!), read], 'BOOLEAN')
  }
}

/** `regexp_matches` of PostgreSQL gives the parts that match, not whether any does. */
function regexpMatches(site: CallSite): Value {
  const { call, facts } = site
  if (facts.name === 'PostgreSQL' || facts.name === 'Redshift') {
    refuse(`${call.name} gives rows of parts; use ~ or REGEXP_LIKE`, call.span)
  }
  return regexpLike(() => false)(site)
}

function requireRegexpFacts({ call, facts }: CallSite): RegexpFacts {
  const engineFacts = FACTS[facts.name]
  if (engineFacts !== undefined) return engineFacts
  return refuse(
    `${call.name} differs between engines; say of which the SQL is, with --dialect`,
    call.nameSpan,
  )
}

/** Refuses arguments, such as the place where the search begins, that are not 1. */
function assertOnes({ call }: CallSite, nodes: readonly (SqlNode | undefined)[]): void {
  for (const node of nodes) {
    if (node === undefined || readConstantInt(node) === 1) continue
    refuse(`${call.name} that begins later, or gives a later part`, node.span)
  }
}

function extractGroup(site: CallSite, group: number, missing: RegexpFacts['missing']): Value {
  const [subject, pattern] = site.args
  const text = site.value(subject!)
  const { at } = site
  const change = (patternText: string): string => {
    if (group <= plainGroups(patternText).length) return withGroup(patternText, group)
    return refuse(`${site.call.name} of group ${group}, which the pattern has not`, pattern!.span)
  }
  const part = at.call(
    'RegexpExtract',
    [text, readRegexpPattern(pattern, site, parseFinding, change)],
    'STRING',
  )
  if (missing === 'NULL') return part
  const some = at.call('Coalesce', [part, at.text('')], 'STRING')
  return at.case(at.isNull(text), at.null(), some)
}

/** The number of plain groups of the pattern, of which engines that give the only one allow one. */
function onlyGroup(site: CallSite): number {
  const pattern = readConstantText(site.args[1]!, 'the regular expression')
  return Math.min(1, plainGroups(pattern).length)
}

function regexpExtract(site: CallSite): Value {
  const { missing, group } = requireRegexpFacts(site)
  const { name } = site.facts
  if (group === 'FIRST') {
    assertCount(site, 2, 4)
    assertOnes(site, site.args.slice(2))
    const pattern = readConstantText(site.args[1]!, 'the regular expression')
    if (plainGroups(pattern).length > 1) {
      refuse(`${site.call.name} of a pattern with several groups`, site.args[1]!.span)
    }
    return extractGroup(site, onlyGroup(site), missing)
  }
  if (name === 'PostgreSQL' || name === 'Redshift' || name === 'Snowflake') {
    refuse(`${name} has no function ${site.call.name}`, site.call.nameSpan)
  }
  assertCount(site, 2, 3)
  const [, , groupNode] = site.args
  const groupNumber = groupNode === undefined ? group : readConstantInt(groupNode)
  if (groupNumber === null || groupNumber < 0) {
    return refuse(`${site.call.name} of a group that is no constant from 0 on`, groupNode!.span)
  }
  return extractGroup(site, groupNumber, missing)
}

function regexpSubstr(site: CallSite): Value {
  const { missing } = requireRegexpFacts(site)
  const { call, facts, args } = site
  switch (facts.name) {
    case 'BigQuery':
      return regexpExtract(site)
    case 'DuckDB':
    case 'Trino':
      return refuse(`${facts.name} has no function ${call.name}`, call.nameSpan)
    case 'Databricks':
      assertCount(site, 2)
      return extractGroup(site, 0, 'NULL')
    case 'Snowflake': {
      assertCount(site, 2, 6)
      assertOnes(site, args.slice(2, 4))
      const [parameters, group] = args.slice(4)
      const letters =
        parameters === undefined ? 'c' : readConstantText(parameters, 'the parameters')
      if (!/^[ce]*$/.test(letters)) refuse(`${call.name} with ${letters}`, parameters!.span)
      const groupNumber =
        group === undefined ? (letters.includes('e') ? 1 : 0) : readConstantInt(group)
      if (groupNumber === null)
        return refuse(`the group of ${call.name} is no constant`, group!.span)
      return extractGroup(site, groupNumber, missing)
    }
    default:
      assertCount(site, 2, 4)
      assertOnes(site, args.slice(2))
      return extractGroup(site, 0, missing)
  }
}

function regexpReplace(site: CallSite): Value {
  const { replacesAll, reference } = requireRegexpFacts(site)
  const { call, at, args } = site
  assertCount(site, 2, 4)
  const [text, pattern, replacement, options] = args
  if (!replacesAll) {
    const letters = options === undefined ? '' : readConstantText(options, 'the options')
    if (letters !== 'g') {
      const reason = letters === '' ? 'the first match alone' : `with the options ${letters}`
      refuse(`${call.name} of ${reason}; the option g alone is read`, (options ?? call).span)
    }
  } else if (options !== undefined) {
    refuse(`${call.name} with 4 arguments; 2 to 3 are read`, options.span)
  }
  const by = replacement === undefined ? '' : readConstantText(replacement, 'the replacement')
  if (by.includes('\\') || by.includes(reference)) {
    refuse(`${call.name} by what was found: ${by}`, replacement!.span)
  }
  const replacements = readRegexpPattern(pattern, site, parseFinding, (patternText) =>
    withGroup(patternText, 0),
  )
  return at.call('RegexpReplace', [site.value(text!), replacements, at.text(by)], 'STRING')
}

/** `~` of DuckDB, and `RLIKE` of Snowflake, match the whole text. */
export function matchesWholeText({ name }: DialectFacts): boolean {
  return name === 'Snowflake' || name === 'DuckDB'
}

/** `text ~ pattern`, `text RLIKE pattern`. */
export function translateRegexp(
  text: Value,
  pattern: SqlNode,
  { at, facts }: { readonly at: At; readonly facts: DialectFacts },
): Value {
  const patternText = readConstantText(pattern, 'the pattern')
  const anchoredPattern = matchesWholeText(facts) ? `^(${patternText})$` : patternText
  const reading = parseRegexp(anchoredPattern)
  if ('problem' in reading) refuse(`the regular expression: ${reading.problem}`, pattern.span)
  return at.call('RegexpLike', [text, at.text(anchoredPattern)], 'BOOLEAN')
}

/** Functions of regular expressions. */
export const REGEXP_FUNCTIONS: Readonly<Record<string, TranslateCall>> = {
  REGEXP_LIKE: regexpLike(({ name }) => name === 'Snowflake'),
  REGEXP_MATCHES: regexpMatches,
  REGEXP_CONTAINS: regexpLike(() => false),
  REGEXP_FULL_MATCH: regexpLike(() => true),
  REGEXP_EXTRACT: regexpExtract,
  REGEXP_SUBSTR: regexpSubstr,
  REGEXP_REPLACE: regexpReplace,
}
