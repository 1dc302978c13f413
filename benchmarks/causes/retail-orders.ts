import type { CauseDimension } from '@tributary/attribution'
import { type Instance, segmentText } from './instance.ts'
import { type Random, randomFrom } from './random.ts'

/** Months before the current one: the compare month and eight earlier ones. */
const EARLIER = 9
/** The share of the change that the segment with the fault holds. */
const SHARE_OF_CHANGE = [0.45, 0.75] as const
/** Its current month over the largest one before. */
const OVER_LARGEST = [2.6, 3.6] as const

/** The place of the customer among the dimensions, after country and product. */
const CUSTOMER = 2
/** Orders without a customer have this value. */
const NO_CUSTOMER = '(null)'

/**
 * Sales of an online shop by country, product, customer and further dimensions: most leaves have a row in one month or two,
 * amounts of orders are lognormal, customers come and go, products have seasons. One segment, mostly the orders without a
 * customer, sells about three times as much as in its largest month.
 */
export function makeRetailFault(seed: number, dimensions: number): Instance {
  const random = randomFrom(seed * 17 + 5)
  for (;;) {
    const instance = tryFault(random, dimensions)
    if (instance !== null) return instance
  }
}

interface Shop {
  readonly names: readonly string[]
  readonly sizes: readonly number[]
  /** Draws the codes of an order line of a month, and its amount. */
  drawLine(month: number): { readonly codes: readonly number[]; readonly amount: number }
  /** The same line with another value; the country follows from the customer. */
  moveLine(codes: readonly number[], target: Target): readonly number[]
}

/** A value that the shop's lines have often enough for a fault. */
interface Target {
  readonly dimension: number
  readonly code: number
}

function tryFault(random: Random, dimensions: number): Instance | null {
  const shop = openShop(random, dimensions)
  const lines = random.whole(6_000, 25_000)
  const growth = random.between(-0.02, 0.06)
  const leaves = new Map<string, number>()
  const codesOfLeaves: (readonly number[])[] = []
  const months = Array.from({ length: EARLIER + 1 }, () => new Map<number, number>())
  const add = (month: number, codes: readonly number[], amount: number) => {
    const key = codes.join()
    let leaf = leaves.get(key)
    if (leaf === undefined) {
      leaf = codesOfLeaves.length
      leaves.set(key, leaf)
      codesOfLeaves.push(codes)
    }
    const sums = months[month]!
    sums.set(leaf, Math.round(100 * ((sums.get(leaf) ?? 0) + amount)) / 100)
  }
  // Month 0 is the current one.
  for (let month = EARLIER; month >= 0; month--) {
    const count = lines * (1 + growth) ** (EARLIER - month) * Math.exp(0.08 * random.normal())
    for (let line = 0; line < count; line++) {
      const { codes, amount } = shop.drawLine(month)
      add(month, codes, amount)
    }
  }
  const target = chooseTarget(shop, { codesOfLeaves, months }, random)
  if (target === null) return null
  const isIn = (codes: readonly number[]) => codes[target.dimension] === target.code
  const salesIn = (month: number) =>
    sum([...months[month]!].map(([leaf, amount]) => (isIn(codesOfLeaves[leaf]!) ? amount : 0)))
  const largest = Math.max(...Array.from({ length: EARLIER }, (_, at) => salesIn(at + 1)))
  const wanted = random.between(...OVER_LARGEST) * largest
  let sold = salesIn(0)
  let step = 0
  while (sold < wanted && step++ < 500_000) {
    const { codes, amount } = shop.drawLine(0)
    add(0, shop.moveLine(codes, target), amount)
    sold += amount
  }
  const total = (month: number) => sum([...months[month]!.values()])
  const share = (sold - salesIn(1)) / (total(0) - total(1))
  if (!(share > SHARE_OF_CHANGE[0] && share < 1.4)) return null
  const columns = months.map((sums) => {
    const column = new Float64Array(codesOfLeaves.length)
    for (const [leaf, amount] of sums) column[leaf] = amount
    return column
  })
  const encoded: CauseDimension[] = shop.names.map((name, at) => ({
    name,
    values: Array.from({ length: shop.sizes[at]! }, (_, code) =>
      name === 'customer' && code === 0 ? NO_CUSTOMER : `${name}${code}`,
    ),
    codes: Uint32Array.from(codesOfLeaves, (codes) => codes[at]!),
  }))
  const { name, values } = encoded[target.dimension]!
  return {
    input: {
      dimensions: encoded,
      current: columns[0]!,
      compare: columns[1]!,
      history: columns.slice(2),
    },
    truth: [segmentText([{ dimension: name, value: values[target.code]! }])],
  }
}

/** The shares of months in which a value may be hit. */
const TARGET_SHARE = [0.03, 0.25] as const
/** How often the fault is in the orders without a customer. */
const IN_NO_CUSTOMER = 0.6

function chooseTarget(
  shop: Shop,
  {
    codesOfLeaves,
    months,
  }: {
    readonly codesOfLeaves: readonly (readonly number[])[]
    readonly months: readonly Map<number, number>[]
  },
  random: Random,
): Target | null {
  if (random.next() < IN_NO_CUSTOMER) return { dimension: CUSTOMER, code: 0 }
  const dimension = random.whole(0, shop.names.length - 1)
  const sums = new Float64Array(shop.sizes[dimension]!)
  for (const [leaf, amount] of months[1]!) sums[codesOfLeaves[leaf]![dimension]!]! += amount
  const total = sum([...sums])
  const fitting = [...sums.keys()].filter((code) => {
    const share = sums[code]! / total
    return share > TARGET_SHARE[0] && share < TARGET_SHARE[1]
  })
  if (fitting.length === 0) return null
  return { dimension, code: fitting[random.whole(0, fitting.length - 1)]! }
}

/** Further dimensions of a line, with the number of values and the exponent of the power law of their shares. */
const FURTHER = [
  { name: 'hour', size: 14, skew: 0.3 },
  { name: 'weekday', size: 6, skew: 0.1 },
  { name: 'channel', size: 5, skew: 1.2 },
  { name: 'payment', size: 6, skew: 1 },
  { name: 'carrier', size: 8, skew: 0.8 },
  { name: 'campaign', size: 40, skew: 1.1 },
  { name: 'device', size: 3, skew: 0.7 },
] as const

function openShop(random: Random, dimensions: number): Shop {
  const [products, customers] = [random.whole(800, 3_200), random.whole(600, 2_500)]
  const countries = random.whole(12, 38)
  const pickCountry = toPicker(powerLaw(countries, random.between(1.6, 2.6), random))
  const countryOf = Uint32Array.from({ length: customers }, () => pickCountry(random))
  const prices = Float64Array.from({ length: products }, () => Math.exp(1 + 0.9 * random.normal()))
  const withoutCustomer = random.between(0.06, 0.22)
  const further = FURTHER.slice(0, Math.max(0, dimensions - 3)).map(({ name, size, skew }) => ({
    name,
    size,
    pick: toPicker(powerLaw(size, skew, random)),
  }))
  const popularity = powerLaw(products, random.between(0.7, 0.95), random)
  const pickProduct = months(() =>
    toPicker(popularity.map((share) => share * Math.exp(0.4 * random.normal()))),
  )
  const loyalty = powerLaw(customers, 0.9, random)
  // Small customers order in some months only.
  const pickCustomer = months(() =>
    toPicker(
      loyalty.map((share, at) => {
        const isActive = random.next() < (at < customers / 20 ? 0.95 : 0.4)
        return isActive ? share * Math.exp(0.5 * random.normal()) : 0
      }),
    ),
  )
  const toCountry = (customer: number) => (customer === 0 ? 0 : countryOf[customer - 1]!)
  const anonymous = months(() => withoutCustomer * Math.exp(0.18 * random.normal()))
  return {
    names: ['country', 'product', 'customer', ...further.map(({ name }) => name)],
    sizes: [countries, products, customers + 1, ...further.map(({ size }) => size)],
    drawLine(month) {
      const product = pickProduct[month]!(random)
      const isAnonymous = random.next() < anonymous[month]!
      const customer = isAnonymous ? 0 : 1 + pickCustomer[month]!(random)
      const country = toCountry(customer)
      const pieces = Math.ceil(Math.exp(1.2 * Math.abs(random.normal())) * (isAnonymous ? 1 : 2))
      return {
        codes: [country, product, customer, ...further.map(({ pick }) => pick(random))],
        amount: pieces * prices[product]!,
      }
    },
    moveLine(codes, { dimension, code }) {
      const moved = codes.map((drawn, at) => (at === dimension ? code : drawn))
      return dimension === CUSTOMER ? [toCountry(code), ...moved.slice(1)] : moved
    },
  }
}

function months<T>(make: (month: number) => T): readonly T[] {
  return Array.from({ length: EARLIER + 1 }, (_, month) => make(month))
}

function powerLaw(size: number, skew: number, random: Random): readonly number[] {
  return Array.from(
    { length: size },
    (_, at) => (at + 1) ** -skew * Math.exp(0.3 * random.normal()),
  )
}

/** Draws indexes in proportion to their shares, by bisection of the sums. */
function toPicker(shares: readonly number[]): (random: Random) => number {
  const sums = new Float64Array(shares.length)
  let total = 0
  for (const [at, share] of shares.entries()) {
    total += share
    sums[at] = total
  }
  return (random) => {
    const point = random.next() * total
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! <= point) low = middle + 1
      else high = middle
    }
    return low
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
