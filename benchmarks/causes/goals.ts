import { atLeast, atMost, type Goal } from '../measure/goals.ts'
import type { MeasuredMovements } from './movements.ts'
import type { Score } from './score.ts'

/** What a method reached on a set. */
export interface Row extends Score {
  readonly set: string
  readonly method: string
  readonly instances: number
}

/** One search in 24 million leaves, in a process of its own. */
export interface Largest {
  readonly row: Row
  /** The most memory that the process had, in bytes; its leaves are in it. */
  readonly memory: number
}

interface Found {
  readonly rows: readonly Row[]
  /** Null where it was not asked for. */
  readonly largest: Largest | null
  /** From the file and from memory. */
  readonly movements: readonly MeasuredMovements[]
}

const OURS = 'locateCauses'
const GIGABYTE = 1e9

/** The goals of all sets that were measured; scores of few instances are coarse. */
export function goalsOf({ rows, largest, movements }: Found): readonly Goal[] {
  const figure = (set: string, key: keyof Score, method = OURS): number | null =>
    rows.find((row) => row.set === set && row.method === method)?.[key] ?? null
  const least = (set: string, key: 'f1' | 'paired' | 'recallAt3', wanted: number) =>
    atLeast(`${set}, ${NAMES[key]}`, figure(set, key), wanted, scoreText)
  const quiet = rows.find(({ set }) => set === 'nothing put in')
  return [
    least('S', 'f1', 0.95),
    atMost('S, median', figure('S', 'median'), 20),
    least('L', 'f1', 1),
    atMost('L, median', figure('L', 'median'), 8),
    least('H of 600 k', 'f1', 1),
    atMost('H of 600 k, median', figure('H of 600 k', 'median'), 300),
    least('H, 1% absent', 'f1', 0.93),
    least('H, 10% absent', 'f1', 0.93),
    least('H, 50% absent', 'f1', 0.93),
    atLeast('H of 24 M, F1', largest?.row.f1 ?? null, 1, scoreText),
    atMost('H of 24 M, processor time', largest?.row.median ?? null, 8_000),
    atMost('H of 24 M, memory', largest?.memory ?? null, 1.5 * GIGABYTE, bytesText),
    least('flights', 'f1', 0.6),
    least('flights', 'paired', 0.85),
    least('flights', 'recallAt3', 0.8),
    least('flights, history', 'f1', 0.65),
    least('flights, history', 'paired', 0.9),
    least('flights, history', 'recallAt3', 0.9),
    least('ratio', 'f1', 0.75),
    least('ratio', 'recallAt3', 0.95),
    least('stalling rates', 'f1', 0.85),
    least('stalling rates', 'recallAt3', 0.95),
    atMost(
      'nothing put in, named per instance',
      quiet === undefined ? null : quiet.named / quiet.instances,
      0.01,
      scoreText,
    ),
    ...movements.flatMap(({ source, first, total, cancelled }) => [
      atMost(`movements from ${source}, first metrics`, first, 2_000),
      atMost(`movements from ${source}, with ten causes`, total, 20_000),
      atMost(`movements from ${source}, cancelled`, cancelled, 100),
    ]),
    // A rival that was written anew worse than by its authors would be no rival.
    atLeast('S, F1 of RiskLoc', figure('S', 'f1', 'RiskLoc'), 0.654 - 0.05, scoreText),
    atLeast('L, F1 of RiskLoc', figure('L', 'f1', 'RiskLoc'), 0.787 - 0.05, scoreText),
  ]
}

const NAMES = { f1: 'F1', paired: 'paired F1', recallAt3: 'recall@3' } as const

function scoreText(score: number): string {
  return score.toFixed(3)
}

function bytesText(bytes: number): string {
  return `${(bytes / GIGABYTE).toFixed(2)} GB`
}
