import { nearNames } from '@tributary/core'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { hasError, replaceBy, report } from '../diagnostics/report.ts'
import type { Indirection } from './indirection.ts'
import type { IndirectionNames } from './indirection-names.ts'
import { type Piece, pieceOf, piecesOf } from './pieces.ts'
import { readMultiLevelAggregate } from './read-multi-level-aggregate.ts'
import { readProportion } from './read-proportion.ts'
import { readRank } from './read-rank.ts'
import { readSamePeriod } from './read-same-period.ts'
import { unknownNames } from './unknown-names.ts'

/** What {@link parseIndirection} gives. */
export interface IndirectionResult {
  /** Null when there is an error. */
  readonly indirection: Indirection | null
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads an indirection string: `sameperiod__[N_]period[__dateTag]__method`, `rank[Dense]|rowNumber[__asc|desc][__dimension,…]`,
 * `proportion[__dimension,…]` and `multi_level_agg__aggregate,dimension,…`, each but the last also behind
 * a metric (`sales__rank__region`). Names may hold `__rank__` themselves: with `names`, the reading whose
 * names exist wins, two such are an error that shows both, and unknown names are errors with suggestions;
 * without, the first reading wins. Never throws for what a user wrote.
 */
export function parseIndirection(text: string, names?: IndirectionNames): IndirectionResult {
  const whole: Piece = { text, span: { start: 0, end: text.length } }
  if (text.length > MOST_CHARACTERS) {
    const params = { found: text.length, limit: MOST_CHARACTERS }
    return { indirection: null, diagnostics: [report('EXP5001', { span: whole.span, params })] }
  }
  const readings = readingsOf(whole)
  if (readings.length === 0) return { indirection: null, diagnostics: [unknownForm(whole)] }
  const [first] = readings
  const wellFormed = readings.filter((one) => !hasError(one.diagnostics))
  if (wellFormed.length === 0 || names === undefined) {
    return resultOf(wellFormed[0] ?? first!)
  }
  const fitting = wellFormed.filter((one) => unknownNames(one.indirection!, names).length === 0)
  if (fitting.length === 1) return resultOf(fitting[0]!)
  if (fitting.length > 1) return ambiguous(whole, fitting)
  const best = wellFormed[0]!
  return { indirection: null, diagnostics: unknownNames(best.indirection!, names) }
}

/** Characters of an indirection string; two names of full length and their keywords fit. */
const MOST_CHARACTERS = 4_000

/** One way to read a string. */
interface Reading {
  readonly description: string
  readonly indirection: Indirection | null
  readonly diagnostics: readonly Diagnostic[]
}

type Read = (
  input: { readonly text: string; readonly metric: Piece | null; readonly rest: readonly Piece[] },
  complain: (diagnostic: Diagnostic) => void,
) => Indirection | null

const FORMS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['sameperiod', readSamePeriod],
  ['rank', readRank('rank')],
  ['rankdense', readRank('rankDense')],
  ['rownumber', readRank('rowNumber')],
  ['proportion', readProportion],
  ['multi_level_agg', readMultiLevelAggregate],
])

/** Every way to read a string, the keyword nearest to its beginning first. */
function readingsOf(whole: Piece): readonly Reading[] {
  const words = piecesOf(whole, '__')
  return words.flatMap((word, at) => {
    const read = FORMS.get(word.text.toLowerCase())
    const metric = at === 0 ? null : pieceOf(whole, 0, words[at - 1]!.span.end)
    if (read === undefined || metric?.text === '') return []
    const diagnostics: Diagnostic[] = []
    const input = { text: whole.text, metric, rest: words.slice(at + 1) }
    const found = read(input, (one) => diagnostics.push(one))
    const description =
      metric === null ? `${word.text} of this metric` : `${word.text} of ${metric.text}`
    return [{ description, indirection: hasError(diagnostics) ? null : found, diagnostics }]
  })
}

function resultOf({ indirection, diagnostics }: Reading): IndirectionResult {
  return { indirection, diagnostics }
}

function ambiguous({ span }: Piece, readings: readonly Reading[]): IndirectionResult {
  const params = { readings: readings.map((one) => one.description).join(', or ') }
  return { indirection: null, diagnostics: [report('EXP6004', { span, params })] }
}

function unknownForm(whole: Piece): Diagnostic {
  const [word] = piecesOf(whole, '__')
  const near = nearNames(word!.text, FORMS.keys())
  const span = word!.text === '' ? whole.span : word!.span
  const fixes = near.map((name) => replaceBy(`use ${name}`, span, name))
  return report('EXP6001', { span, params: { found: word!.text }, fixes })
}
