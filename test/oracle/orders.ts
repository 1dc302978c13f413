import fc from 'fast-check'

/** A row of the random workspace, as plain JavaScript. */
export interface Order {
  /** Milliseconds since 1970, UTC. */
  readonly at: number | null
  readonly shop: string | null
  readonly kind: string | null
  readonly quantity: number | null
  /** Two fractional digits, as text: the oracle never makes a double of it. */
  readonly price: string | null
  /** A multiple of a quarter, so that sums of doubles are exact. */
  readonly weight: number | null
}

const HOUR = 3_600_000
/** The first hour that an order may have: Saturday, 2024-01-20. */
const FIRST = Date.UTC(2024, 0, 20)

const nullable = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 9, nil: null })

const order: fc.Arbitrary<Order> = fc.record({
  at: nullable(fc.integer({ min: 0, max: 80 * 24 }).map((hours) => FIRST + hours * HOUR)),
  shop: nullable(fc.constantFrom('a', 'b', 'c', 'lone')),
  kind: nullable(fc.constantFrom('x', 'y', 'ü z')),
  quantity: nullable(fc.integer({ min: -3, max: 9 })),
  price: nullable(
    fc.integer({ min: -200, max: 99_999 }).map((cents) => {
      const digits = String(Math.abs(cents)).padStart(3, '0')
      return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
    }),
  ),
  weight: nullable(fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4)),
})

/** Enough orders for most windows to have some. */
export const orders: fc.Arbitrary<readonly Order[]> = fc.array(order, {
  minLength: 20,
  maxLength: 60,
})

/** Where each shop is; `lone` is in no row of the lookup, and `c` has no region. */
export const REGIONS: Readonly<Record<string, string | null>> = { a: 'north', b: 'south', c: null }

/** The tables as text; `orders.csv` is yet to be typed. */
export function csvFiles(rows: readonly Order[]): Readonly<Record<string, string>> {
  const cell = (value: string | number | null) => (value === null ? '' : String(value))
  const lines = rows.map(({ at, ...rest }) => {
    const time = at === null ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
    return [time, rest.shop, rest.kind, rest.quantity, rest.price, rest.weight].map(cell).join()
  })
  const shops = Object.entries(REGIONS).map(([code, region]) => `${code},${cell(region)}`)
  return {
    'orders.csv': ['at,shop,kind,quantity,price,weight', ...lines, ''].join('\n'),
    'shops.csv': ['code,region', ...shops, ''].join('\n'),
  }
}

/** SQL that gives the orders their types: a CSV has no decimals. */
export function parquetOf(folder: string): string {
  const typed =
    '"at"::timestamp as "at", shop, kind, quantity::bigint as quantity, price::decimal(18,2) as price, weight::double as weight'
  return `copy (select ${typed} from read_csv('${folder}/orders.csv', all_varchar = true)) to '${folder}/orders.parquet'`
}
