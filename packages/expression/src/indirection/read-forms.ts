import { nearNames } from '@tributary/core'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report, suggest } from '../diagnostics/report.ts'
import { findGrainWord } from '../time/grains.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { Span } from '../tree/span.ts'
import type {
  Indirection,
  IndirectionDimension,
  IndirectionName,
  MultiLevelAggregate,
  PeriodMethod,
  Proportion,
  Rank,
  SamePeriod,
} from './indirection.ts'
import { readPeriodOffset } from './period-offset.ts'
import { extractSlice, joinSlices, type Slice, splitSlice } from './slices.ts'

/** The parts of a string around the keyword of a form. */
interface FormInput {
  /** The whole string. */
  readonly text: string
  /** The metric before the keyword; null when there is none. */
  readonly metric: Slice | null
  /** The parts after the keyword, which are separated by `__`. */
  readonly words: readonly Slice[]
  /** The grains that dimensions may have. */
  readonly calendar: WorkCalendar
}

/** Reads one form; null after a report that leaves nothing to return. */
export type ReadForm = (
  input: FormInput,
  addDiagnostic: (diagnostic: Diagnostic) => void,
) => Indirection | null

const METHODS: readonly PeriodMethod[] = [
  'value',
  'growthvalue',
  'growth',
  'decrease',
  'decreaserate',
]

/** Reads what follows `sameperiod`: the period, perhaps a date tag, the method. */
export function readSamePeriod(
  input: FormInput,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): SamePeriod | null {
  const [period, ...remainingSlices] = input.words
  const method = remainingSlices.at(-1)
  if (period === undefined || method === undefined) {
    const what = period === undefined ? 'the period' : 'the method'
    addDiagnostic(missing(createEndSpan(input.text), what, 'at the end'))
    return null
  }
  const offset = readPeriodOffset(period, addDiagnostic)
  const periodMethod = readMethod(method, addDiagnostic)
  const tag = joinSlices(input.text, remainingSlices.slice(0, -1))
  if (offset === null || periodMethod === null) return null
  const names = { metric: toIndirectionName(input.metric), dateTag: toIndirectionName(tag) }
  return { kind: 'samePeriod', ...names, offset, method: periodMethod }
}

function readMethod(
  piece: Slice,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): PeriodMethod | null {
  const periodMethod = METHODS.find((method) => method === piece.text.toLowerCase())
  if (periodMethod !== undefined) return periodMethod
  const { text: word, span } = piece
  const { suggestion, fixes } = suggest(nearNames(word, METHODS), span)
  addDiagnostic(report('EXP6003', { span, params: { found: word, suggestion }, fixes }))
  return null
}

/** Reads what follows a ranking keyword: perhaps `asc` or `desc`, perhaps dimensions. */
export function readRank(method: Rank['method']): ReadForm {
  return (input: FormInput, addDiagnostic: (diagnostic: Diagnostic) => void): Rank => {
    const [first, ...remainingSlices] = input.words
    const word = first?.text.toLowerCase()
    const ordered = word === 'asc' || word === 'desc'
    return {
      kind: 'rank',
      metric: toIndirectionName(input.metric),
      method,
      order: word === 'asc' ? 'asc' : 'desc',
      dimensions: readDimensions(input, ordered ? remainingSlices : input.words, addDiagnostic),
    }
  }
}

/** Reads what follows `proportion`: dimensions, or nothing for a share of the grand total. */
export function readProportion(
  input: FormInput,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): Proportion {
  const dimensions = readDimensions(input, input.words, addDiagnostic)
  return { kind: 'proportion', metric: toIndirectionName(input.metric), dimensions }
}

const AGGREGATES: ReadonlyMap<string, MultiLevelAggregate['aggregate']> = new Map([
  ['SUM', 'SUM'],
  ['COUNT', 'COUNT'],
  ['COUNT_DISTINCT', 'COUNT_DISTINCT'],
  ['COUNTDISTINCT', 'COUNT_DISTINCT'],
  ['AVG', 'AVG'],
  ['MIN', 'MIN'],
  ['MAX', 'MAX'],
])

/** Reads what follows `multi_level_agg`: an aggregate and one dimension or more, separated by commas. */
export function readMultiLevelAggregate(
  input: FormInput,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): MultiLevelAggregate | null {
  const { text, metric } = input
  const list = joinSlices(text, input.words) ?? { text: '', span: createEndSpan(text) }
  if (metric !== null) {
    addDiagnostic(report('EXP6001', { span: metric.span, params: { found: metric.text } }))
    return null
  }
  const comma = list.text.indexOf(',')
  const word = extractSlice(list, 0, comma < 0 ? list.text.length : comma)
  const aggregate = AGGREGATES.get(word.text.toUpperCase())
  if (word.text === '') addDiagnostic(missing(word.span, 'the aggregate', 'after multi_level_agg'))
  else if (aggregate === undefined) {
    addDiagnostic(report('EXP6006', { span: word.span, params: { found: word.text } }))
  }
  const dimensionList = comma < 0 ? null : extractSlice(list, comma + 1, list.text.length)
  if (dimensionList === null || dimensionList.text === '') {
    addDiagnostic(missing(createEndSpan(text), 'a dimension', 'after the aggregate'))
    return null
  }
  const dimensions = readDimensions(input, [dimensionList], addDiagnostic)
  return aggregate === undefined ? null : { kind: 'multiLevelAggregate', aggregate, dimensions }
}

/** The dimensions of a comma-separated list, which may itself contain `__`; empty when there is no list. */
function readDimensions(
  { text, calendar }: FormInput,
  pieces: readonly Slice[],
  addDiagnostic: (diagnostic: Diagnostic) => void,
): readonly IndirectionDimension[] {
  const list = joinSlices(text, pieces)
  if (list === null || list.text === '') return []
  const dimensions: IndirectionDimension[] = []
  for (const piece of splitSlice(list, ',')) {
    if (piece.text === '') {
      addDiagnostic(missing(piece.span, 'a dimension', 'between the commas'))
    } else {
      dimensions.push(parseIndirectionDimension(piece, calendar))
    }
  }
  return dimensions
}

/** A slice as a name; null for no slice. */
function toIndirectionName(piece: Slice | null): IndirectionName | null {
  return piece === null ? null : { name: piece.text, span: piece.span }
}

/** A slice as a dimension, with the grain of its suffix. */
function parseIndirectionDimension(
  { text, span }: Slice,
  calendar: WorkCalendar,
): IndirectionDimension {
  const at = text.lastIndexOf('__')
  const grain = at > 0 ? findGrainWord(text.slice(at + 2), calendar) : null
  return { name: grain === null ? text : text.slice(0, at), grain, span }
}

function missing(span: Span, what: string, where: string): Diagnostic {
  return report('EXP6007', { span, params: { what, where } })
}

function createEndSpan(text: string): Span {
  return { start: text.length, end: text.length }
}
