import fc from 'fast-check'

/** Which rows a condition is about; `eve`: in the words of an account that may use some dimensions alone. */
export type Fact = 'sales' | 'visits' | 'both' | 'eve'

/** Conditions on dimensions and columns that no value makes fail. */
const PLAIN: Readonly<Record<Fact, readonly string[]>> = {
  both: [
    ...['[city] = "Ghent"', '[country] IN ("BE", "FR")', '[city] IS NULL', '[keeper] LIKE "%a%"'],
    ...['[metric_time__month] = "2024-05"', '[shop_id] != "a"', 'IsNotNull([metric_time])'],
  ],
  eve: [
    '[city] = "Ghent"',
    '[customer] LIKE "s%"',
    '[level] = "low"',
    '[regular]',
    '[region] = "EU"',
  ],
  visits: ['[views] > 2', '[area] = "EU"', "['shops'/'size'] > 2", '[visitor] IN ("anna", "sue")'],
  sales: [
    ...['[region] = "EU"', '[amount] > 5', 'NOT [amount] BETWEEN 3 AND 8', '[customer] LIKE "s%"'],
    ...[
      '[level] = "low"',
      '[cost] > 2',
      '[grade] = "gold"',
      '[regular]',
      'NOT [busy]',
      '[note] IS NULL',
    ],
    ...['[band] = "small"', "['shops'/'opened'] < \"2021-01-01\"", "['zones'/'rank'] < 3"],
    ...['[born] > "1990-01-01"', "['prices'/'since'] = [day]", '[place] = "EU/Ghent"'],
  ],
}

const NUMBERS: Readonly<Record<Fact, readonly string[]>> = {
  both: ["['shops'/'size']", "['zones'/'rank']"],
  visits: ['[views]'],
  eve: ['Length([customer])', 'Length([level])'],
  sales: [
    ...['[amount]', '[id]', '[price]', '[weight]', "['prices'/'cost']", "['customers'/'score']"],
    ...["['prices'/'id']", '[cost]', 'Length([note])', '(DateDiff([day], [paid], "DAY"))'],
  ],
}
const TEXTS: Readonly<Record<Fact, readonly string[]>> = {
  both: ['[city]', '[keeper]', "['shops'/'zone']", '[shop_id]'],
  visits: ['[area]', '[visitor]'],
  eve: ['[customer]', '[city]', '[level]', '[region]'],
  sales: [
    '[customer]',
    '[note]',
    '[region]',
    "['prices'/'level']",
    "['customers'/'code']",
    '[place]',
  ],
}
const DAYS: Readonly<Record<Fact, readonly string[]>> = {
  both: ["['shops'/'opened']", '[metric_time]'],
  visits: ['[day]'],
  eve: ['[metric_time]'],
  sales: ['[day]', '[paid]', "['prices'/'since']", "['prices'/'until']", '[born]'],
}

/** Conditions that some values make fail in an engine, by what they are about. */
const OF_NUMBER: readonly ((n: string, m: string) => string)[] = [
  (n, m) => `${n} * 1000000000 + ${m} > 0`,
  (n, m) => `${n} * ${m} >= 0`,
  (n) => `${n} * ${n} * ${n} < 100`,
  (n, m) => `${n} + 9223372036854775800 > ${m}`,
  (n, m) => `-${n} < ${m}`,
  (n, m) => `${n} - ${m} - 9223372036854775807 < 0`,
  (n, m) => `${n} / (${m} - 4) > 1`,
  (n, m) => `${n} / ${m} > 1 OR ${n} % ${m} = 1`,
  (n) => `Abs(${n}) > 3`,
  (n) => `Power(${n}, 40) > 5`,
  (n) => `Exp(${n}) > 5 OR Ln(${n}) > 1 OR Sqrt(${n}) > 2`,
  (n) => `Round(${n} * 1.5, 1) > 3`,
  (n) => `Cast(${n}, "DECIMAL(4,2)") > 2`,
  (n) => `Cast(Cast(${n}, "DOUBLE") * 1000000, "INT") > 0`,
  (n) => `Round(${n}, -18) = 0`,
  (n) => `Ceil(${n} / 3) > 1 OR Floor(${n} / 7) > 1`,
  (n, m) => `Cast(Concat(Cast(${n}, "STRING"), "0000"), "INT") > ${m}`,
  (n, m) => `If(${n} = 9223372036854775807, 1, 0) + ${n} > ${m}`,
  (n, m) => `Greatest(${n}, ${m}) + Least(${n}, ${m}) > 2`,
]
const OF_TEXT: readonly ((t: string, u: string) => string)[] = [
  (t) =>
    `If(NOT IN(${t}, "anna", "otto") AND StartsWith(${t}, "s"), 9223372036854775807, 0) + Length(${t}) > 0`,
  (t) => `Cast(${t}, "INT") > 0`,
  (t) => `Cast(${t}, "DATE") > "2024-01-01"`,
  (t) => `Cast(${t}, "DECIMAL(6,2)") * 1000 > 0`,
  (t) => `Length(Replace(${t}, "s", "sss")) > 3`,
  (t, u) => `Length(Concat(${t}, ${u})) * 9223372036854775 > 0`,
  (t) => `RegexpLike(${t}, "^[a-s]+$")`,
  (t) =>
    `Length(RegexpReplace(${t}, "[a-z]", "xy")) > 4 OR RegexpExtract(${t}, "^s[a-z]*") = "sue"`,
  (t, u) => `Left(${t}, Length(${u}) * 5000000000) = ${t}`,
  (t, u) => `Substring(${t}, Length(${u}) - 3, 2) = "a"`,
  (t, u) => `SplitPart(${t}, "a", Length(${u})) = "nn"`,
  (t, u) => `Position(${t}, ${u}) > 1 OR Upper(${t}) = ${u}`,
]
const OF_DAY: readonly ((d: string, n: string) => string)[] = [
  (d) => `DateAdd(${d}, 1, "YEAR") > "2024-01-01"`,
  (d) => `DateAdd(${d}, -3, "DAY") > "2024-01-01"`,
  (d, n) => `DateDiff(${d}, "2024-05-01", "DAY") * 9000000000000 > ${n}`,
  (d) => `LastDay(${d}, "YEAR") = "2024-12-31"`,
  (d) => `DateFormat(DateAdd(${d}, 40, "WEEK"), "yyyy") = "2025"`,
  (d) => `DateTrunc(${d}, "WEEK") <= "2024-06-01" AND Year(${d}) * 4611686018427387 > 0`,
]

/** One of what a fact has. Sales and visits have what both have. */
function pickFrom(lists: Readonly<Record<Fact, readonly string[]>>, fact: Fact) {
  const shared = fact === 'sales' || fact === 'visits' ? lists.both : []
  return fc.constantFrom(...shared, ...lists[fact])
}

/** A condition that any value may make fail. */
function drawRisky(fact: Fact): fc.Arbitrary<string> {
  const pick = (lists: Readonly<Record<Fact, readonly string[]>>) => pickFrom(lists, fact)
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...OF_NUMBER), pick(NUMBERS), pick(NUMBERS))
      .map(([f, n, m]) => f(n, m)),
    fc.tuple(fc.constantFrom(...OF_TEXT), pick(TEXTS), pick(TEXTS)).map(([f, t, u]) => f(t, u)),
    fc.tuple(fc.constantFrom(...OF_DAY), pick(DAYS), pick(NUMBERS)).map(([f, d, n]) => f(d, n)),
  )
}

/** A condition on rows that all of a question's facts have. */
export function drawCondition(fact: Fact): fc.Arbitrary<string> {
  const plain = pickFrom(PLAIN, fact)
  const risky = drawRisky(fact)
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    { weight: 4, arbitrary: risky },
    { weight: 1, arbitrary: risky.map((condition) => `NOT (${condition})`) },
    { weight: 1, arbitrary: fc.tuple(plain, risky).map(([a, b]) => `${a} OR ${b}`) },
    { weight: 1, arbitrary: fc.tuple(risky, plain).map(([a, b]) => `(${a}) AND ${b}`) },
  )
}

/** Time constraints over windows with and without rows. */
export const drawTime: fc.Arbitrary<string> = fc.constantFrom(
  '[metric_time__month] = "2024-06"',
  '[metric_time__month] = "2024-06"',
  '[metric_time__month] = "2024-05"',
  '[metric_time__month] = "2024-05"',
  '[metric_time__day] BETWEEN "2024-05-20" AND "2024-06-15"',
  '[metric_time] >= "2024-05-02" AND [metric_time] < "2024-06-02"',
  '[metric_time__month] IN ("2024-04", "2024-06")',
  '[metric_time__year] = "2024"',
  '[metric_time] >= "2024-06-01"',
  '[metric_time] < "2024-05-15"',
  '[metric_time__month] = "2022-01"',
  'DayOfWeek([metric_time]) < 6',
  'DateAdd([metric_time], 1, "YEAR") >= "2025-06-01"',
)

/** Time ranges in words. */
export const drawRange: fc.Arbitrary<string> = fc.constantFrom(
  ...['2024-06', '2024-05', 'last-month', '2024-W23', '2024-05-20..2024-06-10', '2024', 'last-7d'],
)
