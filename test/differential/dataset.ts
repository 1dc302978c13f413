import fc from 'fast-check'
import { DAY, HOUR, momentText, parseMoment, wallClock } from './calendar.ts'
import { fromDouble, fromText, type Rational, rational } from './rational.ts'

/** A row of the table `facts` as JSON: exact numbers and times are texts, doubles too, for NaN and -0. */
export interface Fact {
  readonly at: string | null
  readonly day: string | null
  /** A moment in UTC, as in `2024-03-10T07:00:00Z`. */
  readonly moment?: string | null
  readonly shop: string | null
  readonly kind: string | null
  readonly flag: boolean | null
  readonly n: number | null
  readonly big: string | null
  readonly price: string | null
  readonly fine: string | null
  readonly w: string | null
  readonly x: string | null
}

/** A row of the lookup `shops`, which `facts.shop` leads to. */
export interface Shop {
  readonly code: string | null
  readonly region: string | null
  readonly size: number | null
  readonly opened: string | null
  readonly country: number | null
}

/** A row of the lookup `countries`, which `shops.country` leads to. */
export interface Country {
  readonly id: number
  readonly continent: string | null
}

/** The tables that a question is about. */
export interface Dataset {
  readonly facts: readonly Fact[]
  readonly shops: readonly Shop[]
  readonly countries: readonly Country[]
}

/** The tables by name, their columns with the types of the expression language. */
export const TABLES = {
  facts: {
    at: 'TIMESTAMP',
    day: 'DATE',
    moment: 'TIMESTAMPTZ',
    shop: 'VARCHAR',
    kind: 'VARCHAR',
    flag: 'BOOLEAN',
    n: 'BIGINT',
    big: 'BIGINT',
    price: 'DECIMAL',
    fine: 'DECIMAL',
    w: 'DOUBLE',
    x: 'DOUBLE',
  },
  shops: {
    code: 'VARCHAR',
    region: 'VARCHAR',
    size: 'BIGINT',
    opened: 'DATE',
    country: 'BIGINT',
  },
  countries: { id: 'BIGINT', continent: 'VARCHAR' },
} as const

export type TableName = keyof typeof TABLES

/** Fractional digits of the decimal columns. */
export const SCALES: Readonly<Record<string, number>> = { price: 2, fine: 6 }

/** A value of a row: a text, a truth value, an exact number, or a time. */
export type Cell = string | boolean | Rational | { readonly time: number } | null

/** A row of `facts` with what its lookups give, by field. */
export type Row = Readonly<Record<string, Cell>>

/** The rows of `facts`, each with the one row of each lookup that it leads to, or NULLs; moments as the clocks of a time zone show them. */
export function joinedRows({ facts, shops, countries }: Dataset, zone: string): readonly Row[] {
  return facts.map((fact) => {
    const shop = fact.shop === null ? undefined : shops.find(({ code }) => code === fact.shop)
    const country =
      shop?.country == null ? undefined : countries.find(({ id }) => id === shop.country)
    return {
      at: time(fact.at),
      day: time(fact.day),
      moment: fact.moment == null ? null : { time: wallClock(Date.parse(fact.moment), zone) },
      shop: fact.shop,
      kind: fact.kind,
      flag: fact.flag,
      n: whole(fact.n),
      big: fact.big === null ? null : rational(BigInt(fact.big)),
      price: fact.price === null ? null : fromText(fact.price),
      fine: fact.fine === null ? null : fromText(fact.fine),
      w: double(fact.w),
      x: double(fact.x),
      region: shop?.region ?? null,
      size: whole(shop?.size ?? null),
      opened: time(shop?.opened ?? null),
      continent: country?.continent ?? null,
    }
  })
}

const time = (text: string | null): Cell => (text === null ? null : { time: parseMoment(text) })
const whole = (value: number | null): Cell => (value === null ? null : rational(BigInt(value)))
const double = (text: string | null): Cell =>
  text === null || !Number.isFinite(Number(text)) ? null : fromDouble(Number(text))

// Random datasets.

const nullable = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 8, nil: null })

/** Texts that programs take for something else, or for one another. */
export const TEXTS: readonly string[] = [
  ...['a', 'b', 'c', 'A', '', ' ', 'a ', '(null)', 'null', 'NULL', '0', '-0', '1e3', 'true'],
  ...["O'x", '"q"', '\\', '%', 'a,b', 'a\nb', 'é', 'e\u0301', 'ü z', '日本', '😀', '\uFFFD', 'ß'],
]
const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('a', 'b', 'c') },
  { weight: 2, arbitrary: fc.constantFrom(...TEXTS) },
)

/** The first hour that a row may have: Saturday, 2024-01-20. */
const FIRST = Date.UTC(2024, 0, 20)

/** Moments at which the clocks of some of the zones change, and the days around them. */
const CHANGES = ['2024-03-10T05:00Z', '2024-03-31T01:00Z', '2024-04-06T15:00Z', '2024-11-03T06:00Z']

const moment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: 0, max: 80 * 24 }).map((hours) => FIRST + hours * HOUR),
  },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 0, max: 80 * 24 * 3600 * 2 })
      .map((halves) => FIRST + halves * 500),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '2023-02-10 12:00:00',
        '2024-02-29 00:00:00',
        '2024-02-29 23:59:59.500',
        '2024-03-01 00:00:00',
        '2024-12-31 23:59:59',
      )
      .map(parseMoment),
  },
)
const zonedMoment = fc.oneof(
  { weight: 2, arbitrary: moment },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -100, max: 100 }))
      .map(([change, quarters]) => Date.parse(change) + (quarters * HOUR) / 4),
  },
)
const date = fc
  .integer({ min: 0, max: 80 })
  .map((days) => momentText(FIRST + days * DAY).slice(0, 10))

/** A whole number of units as decimal text. */
export function decimalText(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const BIG = 9_007_199_254_740_993n
const bigs = fc.oneof(
  fc.constantFrom(BIG, -BIG, BIG + 1n, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_807n, 1n),
  fc.bigInt({ min: -5n, max: 5n }),
)
const SPECIAL = ['NaN', 'Infinity', '-Infinity', '-0', '0']

const fact: fc.Arbitrary<Fact> = fc.record({
  at: nullable(moment.map(momentText)),
  day: nullable(date),
  moment: nullable(zonedMoment.map((one) => momentText(one).replace(' ', 'T').concat('Z'))),
  shop: nullable(text),
  kind: nullable(text),
  flag: nullable(fc.boolean()),
  n: nullable(fc.integer({ min: -3, max: 9 })),
  big: nullable(bigs.map(String)),
  price: nullable(fc.bigInt({ min: -200n, max: 99_999n }).map((units) => decimalText(units, 2))),
  fine: nullable(
    fc.bigInt({ min: -999_999n, max: 3_000_001n }).map((units) => decimalText(units, 6)),
  ),
  w: nullable(
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -8, max: 40 }).map((one) => String(one / 4)) },
      { weight: 1, arbitrary: fc.constantFrom(...SPECIAL) },
    ),
  ),
  x: nullable(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('0.1', '0.2', '0.3', '1e16', '-1e16', '1', '1e-7') },
      { weight: 2, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }).map(String) },
      { weight: 1, arbitrary: fc.constantFrom(...SPECIAL) },
    ),
  ),
})

const countries: readonly Country[] = [
  { id: 1, continent: 'north' },
  { id: 2, continent: '' },
  { id: 3, continent: null },
]

const shops: fc.Arbitrary<readonly Shop[]> = fc.uniqueArray(text, { maxLength: 6 }).chain((codes) =>
  fc.tuple(
    ...[...codes, null].map((code) =>
      fc.record({
        code: fc.constant(code),
        region: nullable(text),
        size: nullable(fc.integer({ min: 0, max: 3 })),
        opened: nullable(date),
        country: nullable(fc.integer({ min: 1, max: 4 })),
      }),
    ),
  ),
)

/** Tables with few rows: most differences need no more than one or two. Every second has no empty text, as in a CSV. */
export const datasets: fc.Arbitrary<Dataset> = fc
  .tuple(
    fc.record({
      facts: fc.oneof(
        { weight: 8, arbitrary: fc.array(fact, { minLength: 25, maxLength: 60, size: 'max' }) },
        { weight: 1, arbitrary: fc.array(fact, { maxLength: 6 }) },
      ),
      shops,
      countries: fc.constant(countries),
    }),
    fc.boolean(),
  )
  .map(([dataset, empty]) => (empty ? dataset : withoutEmpty(dataset)))

function withoutEmpty(dataset: Dataset): Dataset {
  return JSON.parse(JSON.stringify(dataset).replaceAll(':""', ':"empty"'))
}
