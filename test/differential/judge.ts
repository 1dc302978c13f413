import { dayText, momentText } from './calendar.ts'
import { codePointOrder } from './condition.ts'
import type { Change, Expected, Group, Value } from './evaluate.ts'
import { keyText, nameIn, type Question, VIEWS } from './question.ts'
import { add, divide, fromText, isZero, subtract, toText, ZERO } from './rational.ts'
import { Precise } from './worth.ts'

/** An answer as the API writes it. */
export interface Answer {
  readonly tables: readonly {
    readonly dimension: string | null
    readonly table: Readonly<Record<string, readonly (string | number | null)[]>>
    readonly warning: string | null
    readonly empty: boolean
    /** Only where contributions were asked for. */
    readonly residual?: string | null
    readonly missingRow?: number | null
    readonly missingRows?: Readonly<Record<string, readonly number[]>>
  }[]
  readonly warning: string | null
}

/** What a door gave: an answer, or the code of the error that refused the question. */
export type Given =
  | { readonly answer: Answer }
  | { readonly refused: string; readonly message: string }

type Answered = Extract<Expected, { kind: 'answered' }>

/** How the group without a value is called. */
const NULL_LABEL = '(null)'

/** What an answer has that it must not have, in words; none when all is as expected. */
export function problemsOf(
  given: Given,
  expected: Expected,
  question: Question,
): readonly string[] {
  if ('refused' in given) {
    if (expected.kind === 'refused' && expected.codes.includes(given.refused)) return []
    return [`refused with ${given.refused} (${given.message}), expected ${describe(expected)}`]
  }
  if (expected.kind === 'refused') return [`answered, expected ${describe(expected)}`]
  return [...problemsIn(given.answer, expected, question)]
}

function describe(expected: Expected): string {
  return expected.kind === 'refused' ? `a refusal with ${expected.codes.join(' or ')}` : 'an answer'
}

function* problemsIn(answer: Answer, expected: Answered, question: Question): Generator<string> {
  const { view } = question
  const names = question.dimensions.map((entry) => entry.map((key) => keyText(view, key)).join(','))
  const found = answer.tables.map(({ dimension }) => dimension)
  if (!same(found, [null, ...names])) {
    yield `tables ${JSON.stringify(found)}, expected ${JSON.stringify([null, ...names])}`
    return
  }
  const warning = windowWarnings(expected, question)
  if (answer.warning !== warning) yield `warning ${answer.warning}, expected ${warning}`
  if (expected.isEmpty) {
    yield* emptyProblems(answer, 'NO_DATA_CURRENT; NO_DATA_COMPARE')
    return
  }
  const contextOf = (groups: readonly Group[]): Context => ({
    ...{ expected, question },
    turnover: groups.reduce((total, one) => total + one.size.toNumber() + levelOf(one), 0),
  })
  const [overall, ...tables] = answer.tables
  yield* labelled(
    'total',
    tableProblems(overall!, [], [expected.total], contextOf([expected.total])),
  )
  for (const [index, table] of tables.entries()) {
    const keys = question.dimensions[index]!.map((key) => keyText(view, key))
    const groups = expected.tables[index]!
    yield* labelled(table.dimension!, tableProblems(table, keys, groups, contextOf(groups)))
  }
}

function* labelled(label: string, problems: Iterable<string>): Generator<string> {
  for (const one of problems) yield `${label}: ${one}`
}

function* emptyProblems(answer: Answer, warning: string): Generator<string> {
  for (const table of answer.tables) {
    if (!table.empty || table.warning !== warning)
      yield `${table.dimension}: expected no rows and ${warning}`
  }
}

function missingWarnings({ missing, reach }: Answered, { view }: Question): readonly string[] {
  const text = (moment: number) =>
    VIEWS[view].time === 'day' ? dayText(moment) : momentText(moment)
  const data = reach === null ? '' : ` first=${text(reach.from)} last=${text(reach.to)}`
  return missing.map((side) => `NO_DATA_${side.toUpperCase()}${data}`)
}

function windowWarnings(expected: Answered, question: Question): string | null {
  const { periods, shared } = expected
  const { average } = question
  const { current, compare } = periods
  const sides = Object.entries(periods)
  const helps = !average && expected.averages && !expected.rate
  const advice = helps ? '' : ' average=no'
  const partial = sides
    .filter(([, one]) => one !== null && one.asked !== null && one.asked !== one.reached)
    .map(([side, one]) => `PARTIAL_RANGE ${side}=${one!.reached} of=${one!.asked}${advice}`)
  const means = (average ? expected.withoutMean : []).map(
    (side) => `AVERAGE_UNDEFINED window=${side}`,
  )
  const counted = (current?.reached ?? 0) > 0 && (compare?.reached ?? 0) > 0
  const lengths =
    helps && counted && current!.reached !== compare!.reached
      ? [`RANGE_LENGTH_DIFFERS current=${current!.reached} compare=${compare!.reached}`]
      : []
  const overlap = shared > 0 ? [`OBJECTS_OVERLAP rows=${shared}`] : []
  const all = [...missingWarnings(expected, question), ...partial, ...means, ...lengths, ...overlap]
  return all.length === 0 ? null : all.join('; ')
}

interface Context {
  readonly expected: Answered
  readonly question: Question
  /** The sizes of all contributions and values of the table together. */
  readonly turnover: number
}

function* tableProblems(
  { table, warning, empty, ...beyond }: Answer['tables'][number],
  keys: readonly string[],
  groups: readonly Group[],
  context: Context,
): Generator<string> {
  const byKey = new Map(groups.map((group) => [JSON.stringify(group.key), group]))
  const rows = table['@currentValue']!.length
  if (empty !== (rows === 0)) yield `empty is ${empty} with ${rows} rows`
  if (rows !== groups.length) yield `${rows} rows, expected ${groups.length}`
  const order: { readonly rate: number | null; readonly group: Group }[] = []
  for (let row = 0; row < rows; row++) {
    const labels = keys.map((key) => table[key]![row] as string)
    const at = (column: string) => table[column]?.[row] ?? null
    const found = groupsCalled(labels, byKey).map((group) => ({
      group,
      problems: [...rowProblems(at, group, context)],
    }))
    const best = found.find(({ problems }) => problems.length === 0) ?? found[0]
    if (best === undefined) {
      yield `a row ${JSON.stringify(labels)} that no row of the data gives`
      continue
    }
    const { group } = best
    byKey.delete(JSON.stringify(group.key))
    yield* labelled(JSON.stringify(labels), best.problems)
    order.push({ rate: at('@relativeContributionRate') as number | null, group })
  }
  for (const key of byKey.keys()) yield `no row ${key}`
  yield* contributionProblems({ table, ...beyond }, order, keys, context)
  yield* orderProblems(order)
  yield* warningProblems(warning, groups, keys, context)
  if (keys.length > 0) yield* shareProblems(table, warning, context)
}

/** Shares that do not add up to 1, and shares of a change that is said to be lost in rounding. */
function* shareProblems(
  table: Answer['tables'][number]['table'],
  warning: string | null,
  { expected: { scopeChange, certain, whole, overlaps, total }, turnover }: Context,
): Generator<string> {
  const relative = table['@relativeContributionRate']!
  const shares = relative.filter((one) => one !== null) as readonly number[]
  if (warning?.split('; ').includes('CHANGE_WITHIN_ROUNDING')) {
    if (shares.length > 0) yield 'shares of a lost change'
    const size = Math.abs(scopeChange.value?.toNumber() ?? 0)
    const rounding = 1e-13 * (scopeChange.level + turnover + levelOf(total))
    if (certain && (scopeChange.exact || rounding < 1e-3 * size)) {
      yield `unexpected warning CHANGE_WITHIN_ROUNDING, of a change of ${size}`
    }
    return
  }
  if (whole || overlaps || shares.length === 0) return
  const sum = shares.reduce((all, one) => all + one, 0)
  const sizes = shares.reduce((all, one) => all + Math.abs(one), 0)
  if (shares.length < relative.length) yield 'shares of some groups only'
  if (Math.abs(sum - 1) > 1e-9 * sizes + 1e-10 * shares.length) yield `shares that add up to ${sum}`
}

/** The groups that a row may be of: the one without a value is called like a value may be. */
function groupsCalled(
  labels: readonly string[],
  groups: ReadonlyMap<string, Group>,
): readonly Group[] {
  const missing = ({ key }: Group) => key.filter((part) => part === null).length
  return [...groups.values()]
    .filter(({ key }) =>
      same(
        key.map((part) => part ?? NULL_LABEL),
        labels,
      ),
    )
    .toSorted((a, b) => missing(a) - missing(b))
}

function* rowProblems(
  at: (column: string) => string | number | null,
  group: Group,
  context: Context,
): Generator<string> {
  const [current, compare] = [at('@currentValue'), at('@compareValue')] as (number | null)[]
  if (!agrees(current!, group.current))
    yield `@currentValue ${current}, expected ${valueText(group.current)}`
  if (!agrees(compare!, group.compare))
    yield `@compareValue ${compare}, expected ${valueText(group.compare)}`
  const digits = (['current', 'compare'] as const).map((side) => {
    const text = at(`@${side}ValueText`) ?? at(`@${side}Value`)
    return text === null ? null : String(text)
  }) as [string | null, string | null]
  for (const [index, value] of [group.current, group.compare].entries()) {
    const text = digits[index]
    if (value.kind !== 'exact' || !value.hasDigits || text == null) continue
    if (!isZero(subtract(fromText(text), value.exactly)))
      yield `the digits ${text}, expected ${toText(value.exactly, 40)}`
  }
  const growth = growthOf(...digits)
  if (at('@growth') !== growth.growth) yield `@growth ${at('@growth')}, expected ${growth.growth}`
  if (at('@growthRate') !== growth.rate)
    yield `@growthRate ${at('@growthRate')}, expected ${growth.rate}`
  const { scopeChange, rootChange } = context.expected
  yield* rateProblems('@relativeContributionRate', at, { group, change: scopeChange, context })
  yield* rateProblems('@overallContributionRate', at, { group, change: rootChange, context })
}

function agrees(found: number | null, expected: Value): boolean {
  switch (expected.kind) {
    case 'none':
      return found === null
    case 'exact':
      return Number.isFinite(expected.value) ? Object.is(found, expected.value + 0) : found === null
    case 'about':
      return found !== null && Math.abs(found - expected.value) <= expected.error
    case 'anything':
      return true
  }
}

/** How large the values of a group are. */
function levelOf({ current, compare }: Group): number {
  const sizes = [current, compare].map((one) => ('value' in one ? Math.abs(one.value) : 0))
  return Math.max(...sizes)
}

function valueText(value: Value): string {
  if (value.kind === 'about') return `${value.value} within ${value.error}`
  return value.kind === 'exact' ? String(value.value) : value.kind
}

/** The growth of two numbers with all their digits. */
function growthOf(current: string | null, compare: string | null) {
  if (current === null || compare === null) return { growth: null, rate: null }
  const base = fromText(compare)
  const change = subtract(fromText(current), base)
  return {
    growth: toText(change, 400),
    rate: isZero(base) ? null : toText(divide(change, base), 10),
  }
}

function* rateProblems(
  column: string,
  at: (column: string) => string | number | null,
  {
    group,
    change,
    context,
  }: { readonly group: Group; readonly change: Change; readonly context: Context },
): Generator<string> {
  const found = at(column) as number | null
  const { certain, whole: isWhole } = context.expected
  if (!isWhole && !certain) return
  if (group.contribution === null || change.value === null) {
    if (found !== null) yield `${column} ${found}, expected none`
    return
  }
  const size = Math.abs(change.value.toNumber())
  // What is next to no change of large values may be none, or any.
  if (!change.exact && size <= 1e-12 * change.level) return
  if (change.exact && change.value.isZero()) {
    if (found !== null) yield `${column} ${found}, expected none: the total has not changed`
    return
  }
  const isTotal = context.expected.total === group
  const part = isTotal ? context.expected.scopeChange.value! : group.contribution
  const expected = part.div(change.value).toNumber()
  // A share of doubles is one of their rounded sum.
  const lost = change.exact
    ? (1e-14 * (group.size.toNumber() + Math.abs(expected) * change.level)) / size
    : (1e-14 * Math.max(1, Math.abs(expected)) * (change.level + context.turnover)) / size
  const room = 1e-10 + 1e-9 * Math.abs(expected) + lost
  if (!(room <= 1e-3 * Math.max(1, Math.abs(expected)))) return
  if (found === null || Math.abs(found - expected) > room) {
    yield `${column} ${found}, expected ${expected} within ${room}`
  }
}

function* orderProblems(
  rows: readonly { readonly rate: number | null; readonly group: Group }[],
): Generator<string> {
  for (let row = 1; row < rows.length; row++) {
    const [before, after] = [rows[row - 1]!, rows[row]!]
    const falls =
      (after.rate ?? Number.NEGATIVE_INFINITY) - (before.rate ?? Number.NEGATIVE_INFINITY)
    const tie = before.rate === after.rate
    if (!tie && !(falls < 0)) yield `row ${row + 1} has a higher rate than the row before`
    if (tie && keyOrder(before.group, after.group) >= 0)
      yield `row ${row + 1} is before its key's place`
  }
}

/** What is wrong with the contributions as columns, and with the members that come with them. */
function* contributionProblems(
  {
    table,
    residual,
    missingRow,
    missingRows,
  }: Pick<Answer['tables'][number], 'table' | 'residual' | 'missingRow' | 'missingRows'>,
  rows: readonly { readonly group: Group }[],
  keys: readonly string[],
  { expected, question }: Context,
): Generator<string> {
  const column = table['@contribution']
  if (question.contributions !== (column !== undefined)) {
    yield `@contribution is ${column === undefined ? 'not ' : ''}there`
    return
  }
  if (column === undefined) return
  const undefinedRows = rows.flatMap(({ group }, row) =>
    keys.length > 0 && group.key.every((part) => part === null) ? [row] : [],
  )
  if (missingRow !== (undefinedRows[0] ?? null))
    yield `missingRow ${missingRow}, expected ${undefinedRows[0] ?? null}`
  const perKey = Object.fromEntries(
    keys.map((key, index) => [
      key,
      rows.flatMap(({ group }, row) => (group.key[index] === null ? [row] : [])),
    ]),
  )
  if (JSON.stringify(missingRows) !== JSON.stringify(perKey)) {
    yield `missingRows ${JSON.stringify(missingRows)}, expected ${JSON.stringify(perKey)}`
  }
  const isTotal = keys.length === 0
  for (const [row, { group }] of rows.entries()) {
    const text = column[row] as string | null
    if (isTotal) {
      const growth = table['@growth']![row]
      const given = text === null || text === growth
      if (!given) yield `@contribution ${text} of the total, expected ${growth}`
      continue
    }
    yield* oneContribution(text, group, expected)
    const [rate, mix] = ['@rateContribution', '@mixContribution'].map(
      (name) => table[name]?.[row] as string | null | undefined,
    )
    if (rate == null || mix == null || text === null) continue
    if (toText(subtract(fromText(text), fromText(rate)), 400) !== toText(fromText(mix), 400)) {
      yield `@mixContribution ${mix}, expected ${text} less ${rate}`
    }
  }
  if (residual != null && !isTotal) {
    const sum = column.reduce(
      (total, one) => add(total, one === null ? ZERO : fromText(String(one))),
      ZERO,
    )
    const exact = column.every((one) => one !== null)
    const told = add(sum, fromText(residual))
    const growth = growthOfTotal(expected)
    if (exact && growth !== null && toText(told, 400) !== growth) {
      yield `residual ${residual}: with all contributions ${toText(told, 400)}, expected ${growth}`
    }
  }
}

/** The growth of the total, where its values are exact; null elsewhere. */
function growthOfTotal({ total }: Answered): string | null {
  const { current, compare } = total
  if (current.kind !== 'exact' || compare.kind !== 'exact') return null
  if (!Number.isFinite(current.value) || !Number.isFinite(compare.value)) return null
  const digits = ({ value, exactly, hasDigits }: typeof current): string =>
    hasDigits ? toText(exactly, 400) : String(value)
  return growthOf(digits(current), digits(compare)).growth
}

function* oneContribution(
  text: string | null,
  group: Group,
  { certain, whole, scopeChange }: Answered,
): Generator<string> {
  if (!whole && !certain) return
  const { contribution } = group
  if (contribution === null || scopeChange.value === null) {
    if (text !== null) yield `@contribution ${text}, expected none`
    return
  }
  const size = group.size.toNumber()
  const room = 1e-9 * Math.abs(contribution.toNumber()) + 1e-13 * size + 1e-14 * scopeChange.level
  if (!(size < 1e250)) return
  if (text === null || !(new Precise(text).minus(contribution).abs().toNumber() <= room)) {
    yield `@contribution ${text}, expected ${contribution} within ${room}`
    return
  }
  // Exact where it ends after a few digits, beyond 2^53 too.
  const { exactly } = group
  if (exactly !== null && 10n ** 12n % exactly.d === 0n && text !== toText(exactly, 12)) {
    yield `@contribution ${text}, expected exactly ${toText(exactly, 12)}`
  }
}

function keyOrder({ key: a }: Group, { key: b }: Group): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]!
    const order = codePointOrder(left ?? NULL_LABEL, right ?? NULL_LABEL)
    if (order !== 0) return order
    if ((left === null) !== (right === null)) return left === null ? 1 : -1
  }
  return 0
}

function* warningProblems(
  warning: string | null,
  groups: readonly Group[],
  keys: readonly string[],
  { expected, question, turnover: values }: Context,
): Generator<string> {
  const found = new Map((warning?.split('; ') ?? []).map((text) => [text.split(' ')[0]!, text]))
  const { scopeChange, whole, overlaps, certain } = expected
  const must = function* (code: string, wanted: boolean): Generator<string> {
    if (found.has(code) !== wanted)
      yield `${wanted ? 'no' : 'unexpected'} warning ${code} (${warning})`
  }
  yield* must('NOT_ATTRIBUTABLE', whole)
  const compared = question.compareDimension
  yield* must(
    'COMPARE_DIMENSION',
    compared !== null && keys.includes(nameIn(question.view, compared)),
  )
  const negative = groups.map(({ compare }) => compare)
  const isNegative = (one: Value) =>
    one.kind === 'exact' ? one.value < 0 : one.kind === 'about' && one.value < -one.error
  const unclear = negative.some(
    (one) =>
      one.kind === 'anything' ||
      (one.kind === 'about' && Math.abs(one.value) <= one.error && one.error > 0),
  )
  if (!unclear) yield* must('NEGATIVE_BASE', negative.some(isNegative))
  yield* must('TRUNCATED', false)
  if (whole || !certain) return
  for (const side of expected.missing) yield* must(`NO_DATA_${side.toUpperCase()}`, true)
  if (question.filters.length === 0) yield* must('OVERALL_UNDEFINED', false)
  else if (
    expected.withoutMean.length === 0 &&
    (expected.rootChange.value === null || expected.rootChange.exact)
  ) {
    yield* must('OVERALL_UNDEFINED', expected.rootChange.value?.isZero() ?? true)
  }
  const undefinedRates = found.has('RATIO_UNDEFINED') || found.has('NOT_CLOSED')
  if (expected.withoutMean.length === 0 && undefinedRates !== (scopeChange.value === null)) {
    yield `${undefinedRates ? 'unexpected' : 'no'} warning that no contribution is defined (${warning})`
  }
  if (scopeChange.value === null) return
  const change = scopeChange.value.toNumber()
  if (scopeChange.exact) yield* must('TOTAL_UNCHANGED', change === 0)
  if (keys.length === 0) return
  const zero = new Precise(0)
  const sum = groups.reduce((total, { contribution }) => total.plus(contribution ?? zero), zero)
  const turnover = groups
    .reduce((total, { contribution }) => total.plus(contribution?.abs() ?? zero), zero)
    .toNumber()
  const sizes = groups.reduce((total, { size }) => total.plus(size), zero).toNumber()
  const gap = scopeChange.value.minus(sum).toNumber()
  // Contributions of doubles are differences of rounded values.
  const lost = scopeChange.exact ? scopeChange.level : scopeChange.level + values
  const rounding = 1e-9 * sizes + 1e-13 * lost
  if (!overlaps) yield* must('NOT_ADDITIVE', false)
  else if (Math.abs(gap) > rounding) {
    const text = found.get('NOT_ADDITIVE')
    const told = Number(text?.replace('NOT_ADDITIVE gap=', ''))
    if (!(Math.abs(told - gap) <= rounding)) yield `warning ${text}, expected a gap of ${gap}`
  }
  const clear = Math.abs(turnover - 10 * Math.abs(change)) > 1e-6 * turnover + rounding
  if (clear && (scopeChange.exact || Math.abs(change) > 1e-12 * scopeChange.level)) {
    yield* must('OFFSETTING_CHANGES', change !== 0 && turnover > 10 * Math.abs(change))
  }
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}
