import type { WeekStart } from './calendar.ts'
import type { Dataset } from './dataset.ts'
import type { Question } from './question.ts'

/** A question about a dataset: what a failure is written as. */
export interface Case {
  /** The time zone of the clocks of the doors. @defaultValue UTC */
  readonly zone?: string
  /** The day on which weeks start. @defaultValue SUNDAY */
  readonly weekStart?: WeekStart
  readonly dataset: Dataset
  readonly question: Question
}

/** A smaller case that still fails: rows, cells and parts of the question are left out as long as it does, for some seconds. */
export async function shrunk(
  first: Case,
  fails: (one: Case) => Promise<boolean>,
  seconds = 60,
): Promise<Case> {
  let best = first
  const end = performance.now() + 1000 * seconds
  for (let progress = true; progress && performance.now() < end; ) {
    progress = false
    for (const candidate of smaller(best)) {
      if (performance.now() > end) break
      if (!(await fails(candidate))) continue
      best = candidate
      progress = true
      break
    }
  }
  return best
}

/** Cases with something less, the boldest first. */
function* smaller({ dataset, question }: Case): Generator<Case> {
  for (const one of smallerQuestions(question)) yield { dataset, question: one }
  const { facts, shops } = dataset
  for (const some of shorter(facts)) yield { dataset: { ...dataset, facts: some }, question }
  for (const some of shorter(shops)) yield { dataset: { ...dataset, shops: some }, question }
  for (const some of emptier(facts)) yield { dataset: { ...dataset, facts: some }, question }
  for (const some of emptier(shops)) yield { dataset: { ...dataset, shops: some }, question }
}

/** Lists without a half, a quarter, … and at last without single rows. */
function* shorter<T>(list: readonly T[]): Generator<readonly T[]> {
  for (
    let size = Math.ceil(list.length / 2);
    size > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < list.length; at += size) yield list.toSpliced(at, size)
  }
}

/** Lists in which one column has no values, then those in which a single cell has none. */
function* emptier<T extends object>(rows: readonly T[]): Generator<readonly T[]> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof T)[]
  const without = (row: T, column: keyof T): T => ({ ...row, [column]: null })
  for (const column of columns) {
    if (rows.some((row) => row[column] !== null)) yield rows.map((row) => without(row, column))
  }
  if (rows.length > 6) return
  for (const [index, row] of rows.entries()) {
    for (const column of columns) {
      if (row[column] !== null) yield rows.with(index, without(row, column))
    }
  }
}

function* smallerQuestions(question: Question): Generator<Question> {
  const { dimensions, filters, temporaries, current, compare } = question
  if (question.average) yield { ...question, average: false }
  if (question.contributions) yield { ...question, contributions: false }
  for (const some of shorter(dimensions))
    if (some.length > 0) yield { ...question, dimensions: some }
  for (const [index, entry] of dimensions.entries()) {
    for (const some of shorter(entry)) {
      const fewer = dimensions.with(index, some)
      if (some.length > 0 && new Set(fewer.map((one) => JSON.stringify(one))).size === fewer.length)
        yield { ...question, dimensions: fewer }
    }
  }
  for (const some of shorter(filters)) yield { ...question, filters: some }
  for (const some of parts(filters)) yield { ...question, filters: some }
  for (const some of shorter(current.filters))
    yield { ...question, current: { ...current, filters: some } }
  for (const some of shorter(compare.filters))
    yield { ...question, compare: { ...compare, filters: some } }
  const named = JSON.stringify(temporaries.map(({ of }) => of))
  for (const { key } of temporaries) {
    if (key === question.metric || named.includes(`"${key}"`)) continue
    yield { ...question, temporaries: temporaries.filter((one) => one.key !== key) }
  }
  for (const [index, one] of temporaries.entries()) {
    for (const less of smallerMetrics(one))
      yield { ...question, temporaries: temporaries.with(index, less) }
  }
}

type Temporary = Question['temporaries'][number]

function* smallerMetrics(one: Temporary): Generator<Temporary> {
  for (const field of ['tag', 'grain', 'period', 'same', 'step', 'specify'] as const) {
    if (one[field] !== null) yield { ...one, [field]: null }
  }
  for (const some of shorter(one.filters)) yield { ...one, filters: some }
  for (const some of parts(one.filters)) yield { ...one, filters: some }
  for (const part of inner(one.of)) yield { ...one, of: part as Temporary['of'] }
}

/** Conditions of which one is replaced by what it is made of. */
function* parts(conditions: Question['filters']): Generator<Question['filters']> {
  for (const [index, one] of conditions.entries()) {
    for (const part of 'parts' in one ? one.parts : one.op === 'not' ? [one.of] : []) {
      yield conditions.with(index, part)
    }
  }
}

/** Formulas with an operator less. */
function* inner(formula: unknown): Generator<unknown> {
  if (typeof formula !== 'object' || formula === null) return
  for (const name of ['left', 'right', 'of'] as const) {
    const part = (formula as Readonly<Record<string, unknown>>)[name]
    if (part === undefined) continue
    yield part
    for (const less of inner(part)) yield { ...formula, [name]: less }
  }
}
