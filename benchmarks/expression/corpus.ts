/** Eight expressions as users of the platform write them: filters, time constraints, a formula, a calculated dimension. */
export const CORPUS: readonly string[] = [
  'IN([region], "east", "west", "north")',
  'DateTrunc([metric_time], "MONTH") = "2024-06-01"',
  'DateTrunc([metric_time], "DAY") >= DateAdd(DateTrunc(Now(), "DAY"), -7, "DAY") AND [metric_time__day] < DateTrunc(Now(), "DAY")',
  '([revenue] - [cost]) / [revenue]',
  '[status] = "paid" AND [amount] > 100.5 AND NOT IsNull([customer])',
  '[year] >= 2024 OR ([name] = "x" AND [channel] != "web")',
  'If([distance] < 500, "short", If([distance] < 1500, "medium", "long"))',
  '[metric_time] >= Date("2024-01-01", "yyyy-MM-dd") AND [metric_time] < Date("2024-02-01", "yyyy-MM-dd")',
]

/** One predicate that every rival can say in its own words. */
export const PREDICATE = {
  tributary:
    'IN([region], "a", "b", "c") AND [amount] > 100.5 AND ([name] = "x" OR [year] >= 2024)',
  cel: 'region in ["a", "b", "c"] && amount > 100.5 && (name == "x" || year >= 2024)',
  jsep: '(region == "a" || region == "b" || region == "c") && amount > 100.5 && (name == "x" || year >= 2024)',
  exprEval: 'region in ["a", "b", "c"] and amount > 100.5 and (name == "x" or year >= 2024)',
  sql: "SELECT * FROM t WHERE region IN ('a', 'b', 'c') AND amount > 100.5 AND (name = 'x' OR year >= 2024)",
  arquero:
    '(d) => (d.region == "a" || d.region == "b" || d.region == "c") && d.amount > 100.5 && (d.name == "x" || d.year >= 2024)',
} as const
