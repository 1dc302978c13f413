/** A field of a time pattern, in Java's letters. */
export type PatternField =
  | 'yyyy'
  | 'yy'
  | 'Q'
  | 'ww'
  | 'MMMM'
  | 'MMM'
  | 'MM'
  | 'M'
  | 'dd'
  | 'd'
  | 'EEEE'
  | 'EEE'
  | 'HH'
  | 'H'
  | 'hh'
  | 'h'
  | 'mm'
  | 'ss'
  | 'SSS'
  | 'SSSSSS'
  | 'a'
  | 'XXX'

/**
 * How dates or times are written in a file: seconds or milliseconds since 1970, days of a spreadsheet (1 is 1900-01-01,
 * a fraction is a time of day), or fields and the text between them.
 */
export type TimePattern =
  | { readonly kind: 'serial' }
  | { readonly kind: 'epoch'; readonly unitsPerSecond: 1 | 1000 }
  | { readonly kind: 'fields'; readonly parts: readonly TimePatternPart[] }

/** A field, or a text that stands as it is. */
export type TimePatternPart = { readonly field: PatternField } | { readonly text: string }

/** The part of a time that each field gives; a pattern has each part once at most. */
const MEANINGS: Readonly<Record<PatternField, string>> = {
  yyyy: 'year',
  yy: 'year',
  Q: 'quarter',
  ww: 'week',
  MMMM: 'month',
  MMM: 'month',
  MM: 'month',
  M: 'month',
  dd: 'day',
  d: 'day',
  EEEE: 'weekday',
  EEE: 'weekday',
  HH: 'hour',
  H: 'hour',
  hh: 'half-day hour',
  h: 'half-day hour',
  mm: 'minute',
  ss: 'second',
  SSS: 'fraction',
  SSSSSS: 'fraction',
  a: 'half of the day',
  XXX: 'zone',
}

const PART = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g

/**
 * Parses a time pattern: `dd.MM.yyyy`, `MMM d yyyy`, `yyyyMMdd`, `yyyy'Q'Q`, `yyyy-'W'ww` (weeks of
 * ISO 8601), `unix`, `unix-ms` or `excel`. Text with letters is in apostrophes: `yyyy-MM-dd'T'HH:mm`. Returns the reason when it is not valid.
 */
export function parseTimePattern(
  pattern: string,
): { readonly pattern: TimePattern } | { readonly problem: string } {
  if (pattern === 'unix') return { pattern: { kind: 'epoch', unitsPerSecond: 1 } }
  if (pattern === 'unix-ms') return { pattern: { kind: 'epoch', unitsPerSecond: 1000 } }
  if (pattern === 'excel') return { pattern: { kind: 'serial' } }
  const parts: TimePatternPart[] = []
  for (const [part, quoted, letter] of pattern.matchAll(PART)) {
    if (part === "'") return { problem: 'an apostrophe is not closed' }
    if (quoted !== undefined)
      parts.push({ text: quoted === '' ? "'" : quoted.replaceAll("''", "'") })
    else if (letter === undefined) parts.push({ text: part })
    else if (isField(part)) parts.push({ field: part })
    else return { problem: `"${part}" is not a field; fields are ${FIELD_NAMES.join(', ')}` }
  }
  const problem = findPatternProblem(parts)
  return problem === null ? { pattern: { kind: 'fields', parts } } : { problem }
}

/** The fields that a pattern may have. */
const FIELD_NAMES = Object.keys(MEANINGS)

function isField(part: string): part is PatternField {
  return Object.hasOwn(MEANINGS, part)
}

function findPatternProblem(parts: readonly TimePatternPart[]): string | null {
  const used = parts.flatMap((part) => ('field' in part ? [MEANINGS[part.field]] : []))
  const twice = used.find((meaning, i) => used.indexOf(meaning) < i)
  const has = (meaning: string): boolean => used.includes(meaning)
  if (twice !== undefined) return `the ${twice} is there twice`
  if (!has('year')) return 'the year is missing (yyyy)'
  if (has('quarter') && (has('month') || has('day')))
    return 'a quarter has no month and no day beside it'
  if (has('week') && (has('quarter') || has('month') || has('day')))
    return 'a week has no quarter, month and day beside it'
  if (has('week') && !parts.some((part) => 'field' in part && part.field === 'yyyy'))
    return 'a week needs its year (yyyy)'
  if (has('day') && !has('month')) return 'the month is missing (MM)'
  if (has('half-day hour') !== has('half of the day')) return 'hh and a belong together'
  if (has('hour') && has('half-day hour')) return 'the hour is there twice'
  if (has('minute') && !has('hour') && !has('half-day hour')) return 'the hour is missing (HH)'
  if (has('second') && !has('minute')) return 'the minute is missing (mm)'
  if (has('fraction') && !has('second')) return 'the second is missing (ss)'
  return null
}

/** Whether the pattern has an hour: its texts are times, not dates. Days of a spreadsheet may be dates. */
export function hasTimeOfDay(pattern: TimePattern): boolean {
  if (pattern.kind === 'epoch') return true
  if (pattern.kind === 'serial') return false
  return pattern.parts.some((part) => 'field' in part && MEANINGS[part.field].endsWith('hour'))
}

/** Whether the pattern has a zone: what it reads are moments. Seconds since 1970 are moments too. */
export function hasZone(pattern: TimePattern): boolean {
  if (pattern.kind !== 'fields') return pattern.kind === 'epoch'
  return pattern.parts.some((part) => 'field' in part && part.field === 'XXX')
}
