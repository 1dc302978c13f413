import { nearNames } from '@tributary/core'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { hasError, report, suggest } from '../diagnostics/report.ts'
import { PLAIN_CALENDAR, type WorkCalendar } from '../time/work-calendar.ts'
import type { Indirection, IndirectionName, IndirectionNames } from './indirection.ts'
import {
  type ReadForm,
  readMultiLevelAggregate,
  readProportion,
  readRank,
  readSamePeriod,
} from './read-forms.ts'
import { extractSlice, type Slice, splitSlice } from './slices.ts'

/** The result of {@link parseIndirection}. */
export interface IndirectionResult {
  /** Null when there is an error. */
  readonly indirection: Indirection | null
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Parses an indirection string: `sameperiod__[N_]period[__dateTag]__method`,
 * `rank[Dense]|rowNumber[__asc|desc][__dimension,…]`, `proportion[__dimension,…]` or
 * `multi_level_agg__aggregate,dimension,…`. All but the last may follow a metric, `sales__rank__region`.
 *
 * A name may itself contain `__rank__`, so a string can have several readings. With `names`, the reading whose
 * names exist is taken; several such readings, or none, are an error. Without `names`, the first reading is
 * taken. Mistakes are returned as diagnostics and never thrown.
 */
export function parseIndirection(text: string, names?: IndirectionNames): IndirectionResult {
  const source: Slice = { text, span: { start: 0, end: text.length } }
  if (text.length > MOST_CHARACTERS) {
    const params = { found: text.length, limit: MOST_CHARACTERS }
    return { indirection: null, diagnostics: [report('EXP5001', { span: source.span, params })] }
  }
  const readings = collectReadings(source, names?.calendar ?? PLAIN_CALENDAR)
  if (readings.length === 0) return { indirection: null, diagnostics: [unknownForm(source)] }
  const [first] = readings
  const wellFormed = readings.filter((reading) => !hasError(reading.diagnostics))
  if (wellFormed.length === 0 || names === undefined) {
    return toIndirectionResult(wellFormed[0] ?? first!)
  }
  const fitting = wellFormed.filter(
    (reading) => unknownNames(reading.indirection!, names).length === 0,
  )
  if (fitting.length === 1) return toIndirectionResult(fitting[0]!)
  if (fitting.length > 1) return ambiguous(source, fitting)
  const best = wellFormed[0]!
  return { indirection: null, diagnostics: unknownNames(best.indirection!, names) }
}

/** The length limit of an indirection string: two names of full length and their keywords fit. */
const MOST_CHARACTERS = 4_000

/** One reading of a string. */
interface Reading {
  readonly description: string
  readonly indirection: Indirection | null
  readonly diagnostics: readonly Diagnostic[]
}

const FORMS: ReadonlyMap<string, ReadForm> = new Map<string, ReadForm>([
  ['sameperiod', readSamePeriod],
  ['rank', readRank('rank')],
  ['rankdense', readRank('rankDense')],
  ['rownumber', readRank('rowNumber')],
  ['proportion', readProportion],
  ['multi_level_agg', readMultiLevelAggregate],
])

/** All readings of a string, the one with the first keyword first. */
function collectReadings(source: Slice, calendar: WorkCalendar): readonly Reading[] {
  const words = splitSlice(source, '__')
  return words.flatMap((word, at) => {
    const read = FORMS.get(word.text.toLowerCase())
    const metric = at === 0 ? null : extractSlice(source, 0, words[at - 1]!.span.end)
    if (read === undefined || metric?.text === '') return []
    const diagnostics: Diagnostic[] = []
    const input = { text: source.text, metric, words: words.slice(at + 1), calendar }
    const indirection = read(input, (diagnostic) => diagnostics.push(diagnostic))
    const description =
      metric === null ? `${word.text} of this metric` : `${word.text} of ${metric.text}`
    return [{ description, indirection: hasError(diagnostics) ? null : indirection, diagnostics }]
  })
}

function toIndirectionResult({ indirection, diagnostics }: Reading): IndirectionResult {
  return { indirection, diagnostics }
}

function ambiguous({ span }: Slice, readings: readonly Reading[]): IndirectionResult {
  const params = { readings: readings.map((reading) => reading.description).join(', or ') }
  return { indirection: null, diagnostics: [report('EXP6004', { span, params })] }
}

function unknownForm(source: Slice): Diagnostic {
  const [word] = splitSlice(source, '__')
  const near = nearNames(word!.text, FORMS.keys())
  const span = word!.text === '' ? source.span : word!.span
  return report('EXP6001', {
    span,
    params: { found: word!.text },
    fixes: suggest(near, span).fixes,
  })
}

/** A diagnostic for every unknown name of an indirection. */
function unknownNames(indirection: Indirection, names: IndirectionNames): readonly Diagnostic[] {
  const unknowns: Diagnostic[] = []
  const metric = indirection.kind === 'multiLevelAggregate' ? null : indirection.metric
  if (metric !== null && !names.hasMetric(metric.name)) {
    unknowns.push(unknown('metric', metric, names.metricNames()))
  }
  for (const dimension of indirection.kind === 'samePeriod' ? [] : indirection.dimensions) {
    if (!names.hasDimension(dimension.name)) {
      unknowns.push(unknown('dimension', dimension, names.dimensionNames()))
    }
  }
  return unknowns
}

function unknown(
  kind: string,
  { name, span }: IndirectionName,
  candidates: Iterable<string>,
): Diagnostic {
  const near = nearNames(name, candidates)
  const named = { start: span.start, end: span.start + name.length }
  const { suggestion, fixes } = suggest(near, named)
  return report('EXP6005', { span: named, params: { kind, found: name, suggestion }, fixes })
}
