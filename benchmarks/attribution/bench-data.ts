import type { DuckDBConnection } from '@duckdb/node-api'
import { makeFlights } from '../data/flights.ts'
import { DIMENSIONS, makeSales, NUMBERS } from '../data/sales.ts'
import { isLarge } from './duckdb-rival.ts'
import { type BenchQuestion, FLIGHTS_QUESTIONS, SALES_QUESTIONS } from './questions.ts'

/** Rows, and what they are asked. */
export interface BenchData {
  readonly name: string
  /** How many rows, of generated data. */
  readonly rows: number | null
  readonly sorted: boolean
  readonly dimensions: readonly string[]
  readonly numbers: readonly string[]
  readonly questions: readonly BenchQuestion[]
  /** Makes them as the table `sales`. */
  make(connection: DuckDBConnection): Promise<void>
}

/** Generated sales, sorted by day or shuffled. */
export function salesData(rows: number, sorted: boolean): BenchData {
  return {
    name: `${rows.toLocaleString('en')} sales, ${sorted ? 'sorted' : 'shuffled'}`,
    rows,
    sorted,
    dimensions: DIMENSIONS,
    numbers: NUMBERS,
    questions: sorted ? SALES_QUESTIONS.filter((one) => isAskedOf(rows, one)) : UNSORTED_QUESTIONS,
    make: (connection) => makeSales(connection, rows, sorted),
  }
}

/** What is shuffled costs the same way for all questions; one of them tells it. */
const UNSORTED_QUESTIONS = SALES_QUESTIONS.slice(0, 1)

/** Five hundred different aggregates of more than a million rows take DuckDB many minutes. */
function isAskedOf(rows: number, question: BenchQuestion): boolean {
  return rows <= 1_000_000 || !isLarge(question)
}

/** The real flights. */
export const FLIGHTS: BenchData = {
  name: 'three million flights, sorted',
  rows: null,
  sorted: true,
  dimensions: ['origin', 'destination'],
  numbers: ['delay', 'distance'],
  questions: FLIGHTS_QUESTIONS,
  make: makeFlights,
}
