import { nearNames } from '@tributary/core'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report, suggest } from '../diagnostics/report.ts'
import type { PlainGrain } from '../values/value-type.ts'
import type { Slice } from './slices.ts'

/** How far away another period is, and which part of it is used. */
export interface PeriodOffset {
  /** Periods of `grain`, negative into the past. */
  readonly count: number
  readonly grain: PlainGrain
  /** `same`: the moved window; `start`, `end`: the first or last day of the moved period. */
  readonly part: 'same' | 'start' | 'end'
}

interface OffsetWord {
  readonly grain: PlainGrain
  readonly part: PeriodOffset['part']
  /** The count when none is written. */
  readonly count: number
}

const WORDS: ReadonlyMap<string, OffsetWord> = new Map<string, OffsetWord>([
  ['yoy', { grain: 'YEAR', part: 'same', count: -1 }],
  ['qoq', { grain: 'QUARTER', part: 'same', count: -1 }],
  ['mom', { grain: 'MONTH', part: 'same', count: -1 }],
  ['wow', { grain: 'WEEK', part: 'same', count: -1 }],
  ['dod', { grain: 'DAY', part: 'same', count: -1 }],
  ['hod', { grain: 'HOUR', part: 'same', count: -1 }],
  ['yoeoy', { grain: 'YEAR', part: 'end', count: -1 }],
  ['qoeoq', { grain: 'QUARTER', part: 'end', count: -1 }],
  ['moeom', { grain: 'MONTH', part: 'end', count: -1 }],
  ['woeow', { grain: 'WEEK', part: 'end', count: -1 }],
  ['yosoy', { grain: 'YEAR', part: 'start', count: 0 }],
  ['qosoq', { grain: 'QUARTER', part: 'start', count: 0 }],
  ['mosom', { grain: 'MONTH', part: 'start', count: 0 }],
  ['wosow', { grain: 'WEEK', part: 'start', count: 0 }],
])

/** The largest distance of an offset, in periods. */
export const MOST_PERIODS_AWAY = 100_000

/** Parses `yoy`, `-2_dod` or `0_yosoy`; null after a report. */
export function readPeriodOffset(
  piece: Slice,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): PeriodOffset | null {
  const [, digits, word = ''] = /^(?:([+-]?\d+)_)?(.*)$/s.exec(piece.text) ?? []
  const wordOffset = WORDS.get(word.toLowerCase())
  if (wordOffset === undefined) {
    reportWord(piece, word, addDiagnostic)
    return null
  }
  const count = digits === undefined ? wordOffset.count : Number(digits) + 0
  if (Math.abs(count) > MOST_PERIODS_AWAY) {
    const params = { found: digits ?? '', limit: MOST_PERIODS_AWAY }
    addDiagnostic(report('EXP6009', { span: piece.span, params }))
    return null
  }
  return { count, grain: wordOffset.grain, part: wordOffset.part }
}

/** The canonical text of an offset. */
export function printPeriodOffset({ count, grain, part }: PeriodOffset): string {
  for (const [word, wordOffset] of WORDS) {
    if (wordOffset.grain === grain && wordOffset.part === part) {
      return wordOffset.count === count ? word : `${count}_${word}`
    }
  }
  throw new RangeError(`There is no word for the ${part} of a ${grain}`)
}

function reportWord(
  piece: Slice,
  word: string,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): void {
  const near = word === '' ? [] : nearNames(word, WORDS.keys())
  const start = piece.span.end - word.length
  const span = { start, end: piece.span.end }
  const { suggestion, fixes } = suggest(near, span)
  addDiagnostic(
    report('EXP6002', {
      span: word === '' ? piece.span : span,
      params: { found: piece.text, suggestion },
      fixes,
    }),
  )
}
