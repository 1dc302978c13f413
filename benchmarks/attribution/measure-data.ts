import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import {
  type AttributionAnswer,
  attributeMany,
  type ColumnarSource,
  createColumnarSource,
  loadColumns,
} from '@tributary/attribution'
import { createDuckDb, readColumns } from '@tributary/sql'
import { makeCodedSales } from '../data/coded.ts'
import { type Case, interleave, type Timing } from '../measure/interleave.ts'
import type { BenchData } from './bench-data.ts'
import type { ChDbRival } from './chdb-rival.ts'
import { checkRival, checkTables } from './check-answer.ts'
import { coldTimes } from './cold.ts'
import { duckDbForms, duckDbRival, metricByMetric } from './duckdb-rival.ts'
import { javaScriptRivals } from './javascript-rivals.ts'
import { aggregateAll, answerAll, makeAll, ourValues, requestOf } from './ours.ts'
import { openPolars } from './polars-rival.ts'
import type { BenchQuestion } from './questions.ts'
import type { Rival } from './rival.ts'

/** Times of one set of rows. */
export interface DataReport {
  readonly data: string
  readonly rows: number | null
  readonly sorted: boolean
  readonly loadSeconds: number
  /** Of our columns, and of what was made of them for the questions. */
  readonly megabytes: number
  readonly questions: readonly QuestionReport[]
}

/** Times of one question. */
export interface QuestionReport {
  readonly name: string
  readonly times: readonly Timing[]
}

/** Where to put files, whom to ask besides those that need no opening, and whom to tell of each question. */
export interface MeasureContext {
  readonly folder: string
  readonly chdb: ChDbRival | null
  /** Called once before the first question and then after each. */
  onProgress(text: string | QuestionReport): void
}

/** Metrics of a thousand that DuckDB is asked by itself; times are given for all. */
const ASKED_ALONE = 10

/** Loads rows into all engines, compares their answers to every question, and times them. */
export async function measureData(data: BenchData, context: MeasureContext): Promise<DataReport> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await data.make(connection)
  await makeCodedSales(connection, data.dimensions)
  const parquet = join(context.folder, `${data.name.replace(/\W+/g, '-')}.parquet`)
  await connection.run(`COPY sales TO '${parquet}' (FORMAT parquet)`)
  const begin = performance.now()
  // Shuffled rows are asked as they lie: what a table without a time column costs.
  const options = { name: 'sales', ...(data.sorted && { time: 'day' }) }
  const loaded = loadColumns(await readParquet(parquet), options)
  const alone = createColumnarSource(loaded, { name: 'sales' })
  const loadSeconds = (performance.now() - begin) / 1000
  const spread = createColumnarSource(loaded, { name: 'sales', threads: 2 })
  context.onProgress(`### ${data.name}`)
  context.chdb?.load(parquet, data)
  const rivals: readonly Rival[] = [
    ...duckDbForms(data.rows).map((form) => duckDbRival(connection, form)),
    metricByMetric(connection, ASKED_ALONE),
    ...(await openPolars(parquet, data.dimensions)),
    ...(context.chdb === null ? [] : [context.chdb]),
    ...(await javaScriptRivals(connection, data)),
  ]
  const questions: QuestionReport[] = []
  for (const question of data.questions) {
    const times = await measureQuestion(question, { alone, spread }, rivals)
    questions.push({ name: question.name, times })
    context.onProgress(questions.at(-1)!)
  }
  if (data.sorted && data.rows !== null) {
    const cold = await coldTimes(alone, parquet, join(context.folder, 'cold.arrow'))
    const reports = [
      { name: COLD_START, times: cold.fromStart },
      { name: COLD, times: cold.afterImports },
    ]
    questions.push(...reports)
    for (const report of reports) context.onProgress(report)
  }
  const { bytes } = alone.stats()
  await spread.close()
  connection.closeSync()
  instance.closeSync()
  const { name, rows, sorted } = data
  const megabytes = bytes / 1e6
  return { data: name, rows, sorted, loadSeconds, megabytes, questions }
}

/** The name of the question that is asked in new processes, timed once their imports are done. */
export const COLD = 'SUM, month, in a new process after its imports'

/** The same, timed from the start of the process. */
export const COLD_START = 'SUM, month, in a new process from its start'

/** How a case is called in which all tables of several metrics are made. */
export const ALL_MADE = 'all tables made'

async function measureQuestion(
  question: BenchQuestion,
  { alone, spread }: { readonly alone: ColumnarSource; readonly spread: ColumnarSource },
  rivals: readonly Rival[],
): Promise<readonly Timing[]> {
  const values = await ourValues(alone, question)
  const request = requestOf(question, alone)
  if (question.metrics.length < 1000) {
    const answers: AttributionAnswer[] = []
    for await (const { answer } of attributeMany(alone, request)) answers.push(answer)
    checkTables(question, values, answers)
  }
  checkRival(`${question.name}, two threads`, values, await ourValues(spread, question))
  const cases: Case[] = [
    { name: 'ours, one thread, aggregates', run: () => aggregateAll(alone, request) },
    { name: 'ours, two threads, aggregates', run: () => aggregateAll(spread, request) },
    { name: 'ours, one thread', run: () => answerAll(alone, request) },
    { name: 'ours, two threads', run: () => answerAll(spread, request) },
    ...(question.metrics.length === 1
      ? []
      : [{ name: `ours, one thread, ${ALL_MADE}`, run: () => makeAll(alone, request) }]),
  ]
  for (const rival of rivals) {
    const asked = rival.ask(question)
    if (asked === null) continue
    checkRival(`${question.name}, ${rival.name}`, values, await asked.values())
    const share = rival.name.endsWith('metric by metric') ? ASKED_ALONE / 1000 : 1
    cases.push({ name: rival.name, operations: share, run: () => asked.run() })
  }
  return interleave(cases, await roundsFor(cases))
}

/** As many rounds as ten seconds have, from three to nine. A round of so many seconds has warmed up what it measures. */
async function roundsFor(cases: readonly Case[]): Promise<{ rounds: number; warmUp: number }> {
  const begin = performance.now()
  for (const one of cases) await one.run()
  const rounds = Math.round(10_000 / (performance.now() - begin))
  return { rounds: Math.min(9, Math.max(3, rounds)), warmUp: rounds < 3 ? 0 : 1 }
}

async function readParquet(path: string): ReturnType<typeof readColumns> {
  const duckdb = await createDuckDb()
  try {
    await duckdb.registerFile({ catalog: 'bench', schema: 'files', table: 'sales', path })
    return await readColumns(duckdb, ['bench', 'files', 'sales'])
  } finally {
    await duckdb.close()
  }
}
