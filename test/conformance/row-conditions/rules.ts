import fc from 'fast-check'
import type { Cell, Row, TableName } from './tables.ts'

/** A row condition of a table, and what it means. */
export interface Rule {
  /** The condition as the workspace has it. */
  readonly rows: string
  /** The condition in the words of a metric, where it has others. */
  readonly rowsOnMetric?: string
  /** The attributes of the user that it names. */
  readonly user: Readonly<Record<string, string>>
  /** The columns of the table that it reads. */
  readonly columns: readonly string[]
  /** The tables that it looks into. */
  readonly through: readonly TableName[]
  /** Whether a row fulfils it; `look` gives the visible row that a relation leads to. */
  keeps(row: Row, look: Look): boolean
}

/** Gives the visible row that a chain of relations leads to from a row of the table; null when there is none. */
export type Look = (row: Row, ...relations: readonly string[]) => Row | null

type Shape = Omit<Rule, 'through'> & Partial<Pick<Rule, 'through'>>

const isText = (cell: Cell | undefined, test: (text: string) => boolean): boolean =>
  cell != null && test(cell)
const isNumber = (cell: Cell | undefined, test: (value: number) => boolean): boolean =>
  isText(cell, (text) => test(Number(text)))

const SALES: readonly Shape[] = [
  {
    ...{ rows: '[region] = [user.region]', user: { region: 'EU' }, columns: ['region'] },
    keeps: ({ region }) => region === 'EU',
  },
  {
    rows: '[region] = [user.region] OR [customer] = [user.the name]',
    ...{ user: { region: 'US', 'the name': 'anna' }, columns: ['region', 'customer'] },
    keeps: ({ region, customer }) => region === 'US' || customer === 'anna',
  },
  {
    ...{
      rows: 'Lower([region]) = Lower([user.region])',
      user: { region: 'eU' },
      columns: ['region'],
    },
    keeps: ({ region }) => isText(region, (text) => text.toLowerCase() === 'eu'),
  },
  {
    rows: 'StartsWith([customer], [user.prefix]) OR [customer] LIKE "o%"',
    ...{ user: { prefix: 'a' }, columns: ['customer'] },
    keeps: ({ customer }) => isText(customer, (text) => /^[ao]/.test(text)),
  },
  {
    rows: 'NOT IN([region], "US", "XX") AND [user.sees] = "yes"',
    ...{ user: { sees: 'yes' }, columns: ['region'] },
    keeps: ({ region }) => isText(region, (text) => text !== 'US' && text !== 'XX'),
  },
  {
    rows: 'RegexpLike([region], "^[E]") AND [user.sees] = "yes"',
    ...{ user: { sees: 'yes' }, columns: ['region'] },
    keeps: ({ region }) => isText(region, (text) => text.startsWith('E')),
  },
  {
    rows: 'Concat([region], "-", [shop]) = [user.place] OR [region] IS NULL',
    ...{ user: { place: 'EU-a' }, columns: ['region', 'shop'] },
    keeps: ({ region, shop }) => region === null || (region === 'EU' && shop === 'a'),
  },
  {
    rows: 'CASE WHEN [user.sees] = "all" THEN TRUE WHEN [amount] IS NULL THEN FALSE ELSE [amount] < Cast([user.most], "INT") END',
    ...{ user: { sees: 'some', most: '15' }, columns: ['amount'] },
    keeps: ({ amount }) => isNumber(amount, (value) => value < 15),
  },
  {
    rows: '[day] < Cast([user.until], "DATE")',
    ...{ user: { until: '2024-06-20' }, columns: ['day'] },
    keeps: ({ day }) => isText(day, (text) => text < '2024-06-20'),
  },
  {
    ...{ rows: "['shops'/'city'] = [user.city]", rowsOnMetric: '[city] = [user.city]' },
    ...{ user: { city: 'Ghent' }, columns: ['shop'], through: ['shops'] },
    keeps: (row, look) => look(row, 'sale_shop')?.city === 'Ghent',
  },
  {
    rows: "Coalesce(['shops'/'city'], \"none\") != [user.city]",
    ...{ user: { city: 'Ghent' }, columns: ['shop'], through: ['shops'] },
    keeps: (row, look) => look(row, 'sale_shop')?.city !== 'Ghent',
  },
  {
    rows: "['zones'/'country'] = [user.country] OR [region] = \"EU\"",
    ...{ user: { country: 'BE' }, columns: ['shop', 'region'], through: ['shops', 'zones'] },
    keeps: (row, look) =>
      row.region === 'EU' || look(row, 'sale_shop', 'shop_zone')?.country === 'BE',
  },
  {
    ...{ rows: "['prices'/'level'] = [user.level]", rowsOnMetric: '[level] = [user.level]' },
    ...{ user: { level: 'low' }, columns: ['product', 'day'], through: ['prices'] },
    keeps: (row, look) => look(row, 'sale_price')?.level === 'low',
  },
  {
    rows: "['prices'/'level'] IS NULL OR ['prices'/'cost'] < Cast([user.most], \"INT\")",
    ...{ user: { most: '6' }, columns: ['product', 'day'], through: ['prices'] },
    keeps: (row, look) => {
      const price = look(row, 'sale_price')
      return (price?.level ?? null) === null || isNumber(price?.cost, (value) => value < 6)
    },
  },
  {
    ...{ rows: 'Cast([note], "INT") = 12 OR [weight] * [weight] = 0.25', user: {} },
    columns: ['note', 'weight'],
    keeps: ({ note, weight }) => note === '12' || weight === '0.5',
  },
  {
    rows: "['customers'/'grade'] = [user.grade]",
    ...{ user: { grade: 'gold' }, columns: ['customer'], through: ['customers'] },
    keeps: (row, look) => look(row, 'buyer')?.grade === 'gold',
  },
]

const VISITS: readonly Shape[] = [
  {
    ...{ rows: '[area] = [user.region]', user: { region: 'EU' }, columns: ['area'] },
    keeps: ({ area }) => area === 'EU',
  },
  {
    ...{ rows: "['shops'/'city'] = [user.city]", rowsOnMetric: '[city] = [user.city]' },
    ...{ user: { city: 'Ghent' }, columns: ['shop'], through: ['shops'] },
    keeps: (row, look) => look(row, 'visit_shop')?.city === 'Ghent',
  },
  {
    ...{ rows: '[views] < Cast([user.most], "INT")', user: { most: '7' }, columns: ['views'] },
    keeps: ({ views }) => isNumber(views, (value) => value < 7),
  },
]

const SHOPS: readonly Shape[] = [
  {
    ...{ rows: '[city] = [user.city]', user: { city: 'Ghent' }, columns: ['city'] },
    keeps: ({ city }) => city === 'Ghent',
  },
  {
    ...{ rows: 'NOT [city] = [user.city]', user: { city: 'Ghent' }, columns: ['city'] },
    keeps: ({ city }) => isText(city, (text) => text !== 'Ghent'),
  },
  {
    rows: "['zones'/'country'] = [user.country]",
    ...{ user: { country: 'BE' }, columns: ['zone'], through: ['zones'] },
    keeps: (row, look) => look(row, 'shop_zone')?.country === 'BE',
  },
  {
    ...{ rows: '100 / [size] > 24', user: {}, columns: ['size'] },
    keeps: ({ size }) => isNumber(size, (value) => value > 0 && value < 5),
  },
  {
    ...{ rows: '[size] < 5 OR [user.sees] = "all"', user: { sees: 'some' }, columns: ['size'] },
    keeps: ({ size }) => isNumber(size, (value) => value < 5),
  },
]

const ZONES: readonly Shape[] = [
  {
    ...{ rows: '[country] = [user.country]', user: { country: 'BE' }, columns: ['country'] },
    keeps: ({ country }) => country === 'BE',
  },
  {
    ...{ rows: '[rank] <= Cast([user.rank], "INT")', user: { rank: '3' }, columns: ['rank'] },
    keeps: ({ rank }) => isNumber(rank, (value) => value <= 3),
  },
]

const PRICES: readonly Shape[] = [
  {
    ...{ rows: '[level] = [user.level]', user: { level: 'low' }, columns: ['level'] },
    keeps: ({ level }) => level === 'low',
  },
  {
    ...{ rows: '[level] IS NULL OR [level] != "high"', user: {}, columns: ['level'] },
    keeps: ({ level }) => level !== 'high',
  },
]

const CUSTOMERS: readonly Shape[] = [
  {
    ...{ rows: '[grade] = [user.grade]', user: { grade: 'gold' }, columns: ['grade'] },
    keeps: ({ grade }) => grade === 'gold',
  },
  {
    ...{ rows: '[score] + 1 < Cast([user.most], "INT")', user: { most: '6' }, columns: ['score'] },
    keeps: ({ score }) => isNumber(score, (value) => value < 5),
  },
]

const SHAPES: Readonly<Record<TableName, readonly Shape[]>> = {
  zones: ZONES,
  customers: CUSTOMERS,
  prices: PRICES,
  shops: SHOPS,
  visits: VISITS,
  sales: SALES,
}

/** Draws a row condition of a table. Each table has attributes of its own. */
export function drawRule(table: TableName): fc.Arbitrary<Rule> {
  return fc.constantFrom(...SHAPES[table].map((shape) => toRule(table, shape)))
}

function toRule(table: TableName, { rows, rowsOnMetric, user, ...shape }: Shape): Rule {
  const rename = (text: string) => text.replaceAll('[user.', `[user.${table} `)
  const attributes = Object.entries(user).map(([name, value]) => [`${table} ${name}`, value])
  return {
    ...{ through: [], ...shape, rows: rename(rows), user: Object.fromEntries(attributes) },
    ...(rowsOnMetric !== undefined && { rowsOnMetric: rename(rowsOnMetric) }),
  }
}
