import { parseWorkspace } from '@tributary/catalog'
import { describe, expect, test } from 'vitest'

const RIGHT = `tenant: demo
accounts:
  - { account: demo, role: OWNER }
datasources:
  - { name: vega, type: FILES, root: data }
datasets:
  - name: flights
    source: { datasource: vega, file: flights.parquet }
    time: { column: date, grain: DAY }
    columns:
      - { name: date, type: TIMESTAMP }
      - { name: delay, type: BIGINT }
      - { name: origin, type: VARCHAR }
    relations:
      - { name: origin_airport, to: airports, on: { origin: iata } }
  - name: airports
    source: { datasource: vega, file: airports.csv }
    columns:
      - { name: iata, type: VARCHAR }
      - { name: state, type: VARCHAR }
dimensions:
  - { name: origin, dataset: flights, column: origin }
  - { name: origin_state, dataset: flights, via: origin_airport, column: state }
  - { name: band, dataset: flights, expr: 'If([delay] < 15, "ok", "late")' }
metrics:
  - { name: flight_count, type: ATOMIC, dataset: flights, aggregate: COUNT }
  - { name: total_delay, type: ATOMIC, dataset: flights, aggregate: SUM, expr: '[delay]' }
  - { name: late_flights, type: DERIVED, metric: flight_count, filters: ['[delay] > 15'] }
  - { name: average_delay, type: COMPOSITE, expr: '[total_delay] / [flight_count]' }
`

/** Further sections, which add their own line numbers at the end: the mistakes above stay where they are. */
const PLANS = `  - { name: airports, type: ATOMIC, dataset: airports, aggregate: COUNT }
plans:
  - name: by_day
    kind: RESULT
    dimensions: [metric_time__day, origin]
    metrics: [flight_count, average_delay]
  - name: seen_elsewhere
    kind: EXTERNAL
    dimensions: [metric_time__month]
    metrics: [flight_count]
    granularity: MONTH
    source: { datasource: vega, file: counts.parquet }
`

/** The right plans with one stretch replaced, and what is said about it; the plans begin at line 32. */
const PLAN_MISTAKES: readonly (readonly [from: string, to: string, ...problems: string[]])[] = [
  [
    'name: seen_elsewhere',
    'name: by_day',
    '36:11 plans[1].name | Two plans have the name "by_day" | the first is at w.yaml:32',
  ],
  [
    'name: by_day',
    'name: by_day\n    id: abc',
    '33:9 plans[0].id | Expected a UUID in lower case, found "abc"',
  ],
  [
    'dimensions: [metric_time__day, origin]',
    'dimensions: [metric_time__day, orgin]',
    '34:36 plans[0].dimensions[1] | Expected the name of a dimension, found "orgin" | did you mean "origin"?',
  ],
  [
    'dimensions: [metric_time__day, origin]',
    'dimensions: [metric_time__day, origin__month]',
    '34:36 plans[0].dimensions[1] | Expected a date or time before the grain, found "origin" of type VARCHAR | leave out __month',
  ],
  [
    'dimensions: [metric_time__day, origin]',
    'dimensions: [metric_time__week, origin]',
    '34:18 plans[0].dimensions[0] | Partitions by DAY cut the periods of "metric_time__week" | add metric_time__day, or choose another granularity',
  ],
  [
    'dimensions: [metric_time__day, origin]',
    'dimensions: [metric_time, metric_time__day]',
    '34:31 plans[0].dimensions[1] | The plan lists the dimension "metric_time__day" twice',
  ],
  [
    'dimensions: [metric_time__day, origin]',
    'dimensions: []',
    '34:17 plans[0].dimensions | Expected at least 1 entry, found none',
  ],
  [
    'metrics: [flight_count, average_delay]',
    'metrics: [flight_count, avg_delay]',
    '35:29 plans[0].metrics[1] | Expected the name of a metric, found "avg_delay" | there are: flight_count, total_delay, late_flights, average_delay, airports',
  ],
  [
    'metrics: [flight_count, average_delay]',
    'metrics: [flight_count, airports]',
    '35:29 plans[0].metrics[1] | Expected metrics of one dataset, found "airports" of "airports" beside those of "flights" | make a plan for each dataset',
  ],
  [
    'metrics: [flight_count, average_delay]',
    'metrics: [flight_count, flight_count]',
    '35:29 plans[0].metrics[1] | The plan lists the metric "flight_count" twice',
  ],
  [
    'metrics: [flight_count]\n    granularity',
    'metrics: [average_delay]\n    granularity',
    '39:15 plans[1].metrics[0] | Expected a SUM, COUNT, MIN or MAX, which is one column of the file; "average_delay" is none | name the metrics below its formula',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    filters: ["[delay]"]',
    '34:16 plans[0].filters[0] | this expression must give a condition, not INT',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    filters: ["[metric_time] < Now()"]',
    '32:11 plans[0].name | The plan "by_day" uses Now() or Today(), whose value changes with each request | use fixed dates, or metrics and dimensions without them',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    granularity: HOUR',
    '34:18 plans[0].granularity | Expected partitions of a day or longer, found HOUR | write DAY',
  ],
  [
    '    kind: RESULT\n    dimensions: [metric_time__day, origin]',
    '    kind: RESULT\n    granularity: DAY\n    dimensions: [origin]',
    '34:18 plans[0].granularity | A plan without metric_time has no partitions, so no granularity | add metric_time__day',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    cron: "0 3 * *"',
    '34:11 plans[0].cron | Expected a cron expression of five fields (minute, hour, day, month, weekday), found "0 3 * *" | for example "0 3 * * *", daily at 3',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    cron: "0 24 * * *"',
    '34:11 plans[0].cron | Expected "*", numbers from 0 to 23, ranges or steps for the hour, found "24" | for example "0 3 * * *", daily at 3',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    cron: "0 0 30 2 *"',
    '34:11 plans[0].cron | Expected a cron expression that matches a time, found "0 0 30 2 *", which never matches | for example "0 3 * * *", daily at 3',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    updateLowerInterval: 1\n    updateUpperInterval: 3',
    '34:26 plans[0].updateLowerInterval | Expected updateLowerInterval, which is further back, to be at least updateUpperInterval, found 1 and 3',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    updateLowerInterval: -1',
    '34:26 plans[0].updateLowerInterval | Expected a whole number from 0, found -1',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    table: a.b',
    '34:12 plans[0].table | Expected letters, digits and underscores, found "a.b"',
  ],
  [
    '    kind: RESULT',
    '    kind: RESULT\n    source: { datasource: vega, file: a.csv }',
    '34:13 plans[0].source | Expected "source" only for a plan of the kind EXTERNAL; the tables of others are filled from their metrics',
  ],
  [
    '    kind: RESULT',
    '    kind: RSULT',
    '33:11 plans[0].kind | Expected one of RESULT, ACCELERATION, EXTERNAL, found "RSULT" | did you mean "RESULT"?',
  ],
  [
    '    source: { datasource: vega, file: counts.parquet }\n',
    '    cron: "0 3 * * *"\n',
    '36:5 plans[1] | Expected "source", the file of an EXTERNAL plan, found none',
    '41:11 plans[1].cron | Expected no "cron" for an EXTERNAL plan, whose file is filled elsewhere',
  ],
  [
    'datasource: vega, file: counts.parquet',
    'datasource: vegas, file: ../counts.parquet',
    '41:27 plans[1].source.datasource | Expected the name of a datasource, found "vegas" | did you mean "vega"?',
    '41:40 plans[1].source.file | Expected a path below the datasource\'s root, found "../counts.parquet"',
  ],
  [
    '[metric_time__month]\n',
    '[metric_time__day]\n',
    '38:18 plans[1].dimensions[0] | Partitions by MONTH cut the periods of "metric_time__day" | add metric_time__month, or choose another granularity',
  ],
  [
    '  - name: seen_elsewhere',
    '  - { name: other, table: By_Day, kind: RESULT, dimensions: [origin], metrics: [flight_count] }\n  - name: seen_elsewhere',
    '36:27 plans[1].table | Two plans have the table tributary.demo.By_Day; upper and lower case count as the same | the first is at w.yaml:32',
  ],
]

/** The right workspace with one stretch replaced, and what is said about it: `line:column path | message | suggestion`. */
const MISTAKES: readonly (readonly [from: string, to: string, ...problems: string[]])[] = [
  [
    "metric: flight_count, filters: ['[delay] > 15']",
    'metric: average_delay, period: { trailing: 7 DAY, take: AVG }',
    '28:98 metrics[2].period.take | Expected a sum, a count, or a MIN or MAX of numbers, found "average_delay", which is none | take the LAST or the FIRST, or average its parts',
  ],
  [
    'on: { origin: iata } }',
    'on: { origin: iata }, asOf: { column: dat, toColumn: state } }',
    '15:85 datasets[0].relations[0].asOf.column | Expected the name of a column of the dataset "flights", found "dat" | did you mean "date"?',
  ],
  [
    'on: { origin: iata } }',
    'on: { origin: iata }, asOf: { column: date, toColumn: state } }',
    '15:101 datasets[0].relations[0].asOf.toColumn | Expected a column of type DATE, DATETIME or TIMESTAMP beside "date", found "state" of type VARCHAR',
  ],
  [
    'on: { origin: iata } }',
    'on: { origin: iata }, asOf: { column: date, toColumn: date, within: 7 days } }',
    '15:101 datasets[0].relations[0].asOf.toColumn | Expected the name of a column of the dataset "airports", found "date" | there are: iata, state',
    '15:115 datasets[0].relations[0].asOf.within | Expected a number and a grain, such as 7 DAY, found "7 days"',
  ],
  [
    '- { name: origin, type: VARCHAR }\n    relations:',
    '- { name: origin, type: VARCHAR }\n      - { name: day, type: DATE }\n    relations:\n      - { name: before, to: flights, on: { origin: origin }, asOf: { column: day, toColumn: day, within: 5 HOUR } }',
    '16:106 datasets[0].relations[0].asOf.within | Expected DAY or longer between dates, found HOUR',
  ],
  [
    "type: DERIVED, metric: flight_count, filters: ['[delay] > 15'] }",
    'type: ATOMIC, dataset: airports, aggregate: COUNT, fillsPeriods: true }',
    '28:92 metrics[2].fillsPeriods | Expected a dataset with a time, but "airports" has none | leave it out',
  ],
  [
    "type: DERIVED, metric: flight_count, filters: ['[delay] > 15'] }",
    'type: ATOMIC, dataset: airports, aggregate: COUNT, nonAdditive: { over: time, take: LAST } }',
    '28:91 metrics[2].nonAdditive | Expected a dataset with a time, but "airports" has none',
  ],
  [
    "type: DERIVED, metric: flight_count, filters: ['[delay] > 15'] }",
    'type: ATOMIC, dataset: flights, aggregate: COUNT, nonAdditive: { over: time, take: MAX, per: [origin] } }',
    '28:120 metrics[2].nonAdditive.per | Expected "per" beside FIRST or LAST, found it beside MAX | leave it out',
  ],
  [
    "type: DERIVED, metric: flight_count, filters: ['[delay] > 15'] }",
    "type: ATOMIC, dataset: flights, aggregate: AVG, expr: '[delay]', nonAdditive: { over: time, take: MIN } }",
    '28:125 metrics[2].nonAdditive.take | Expected FIRST or LAST beside AVG, which is two aggregates, found MIN',
  ],
  [
    "type: DERIVED, metric: flight_count, filters: ['[delay] > 15'] }",
    "type: ATOMIC, dataset: flights, aggregate: MAX, expr: '[origin]', nonAdditive: { over: time, take: MIN } }",
    '28:126 metrics[2].nonAdditive.take | Expected numbers beside MIN, found the type STRING',
  ],
  [
    "type: DERIVED, metric: flight_count, filters: ['[delay] > 15'] }",
    'type: ATOMIC, dataset: flights, aggregate: COUNT, nonAdditive: { over: time, take: LAST, per: [orgin] } }',
    '28:122 metrics[2].nonAdditive.per[0] | no field [orgin] | did you mean [origin]?',
  ],
  [
    "type: DERIVED, metric: flight_count, filters: ['[delay] > 15'] }",
    'type: ATOMIC, dataset: flights, aggregate: COUNT, nonAdditive: { over: time, take: LAST, per: [metric_time] } }',
    '28:122 metrics[2].nonAdditive.per[0] | Expected a dimension of texts, whole numbers, dates or conditions, found one of the type TIMESTAMP',
  ],
  [
    "type: DERIVED, metric: flight_count, filters: ['[delay] > 15'] }",
    'type: ATOMIC, dataset: flights, aggregate: COUNT, nonAdditive: { over: place, take: LAST } }',
    '28:98 metrics[2].nonAdditive.over | Expected time, found "place"',
  ],
  [
    'name: flight_count, type',
    'name: flight_count, format: MONEY, type',
    '26:35 metrics[0].format | Expected an ISO 4217 currency such as EUR as the unit of MONEY, found no unit | add "unit"',
  ],
  [
    'name: flight_count, type',
    'name: flight_count, format: MONEY, unit: EURO, type',
    '26:48 metrics[0].unit | Expected an ISO 4217 currency such as EUR as the unit of MONEY, found "EURO" | did you mean "EUR"?',
  ],
  [
    'name: flight_count, type',
    'name: flight_count, format: DURATION, unit: second, type',
    '26:51 metrics[0].unit | Expected the unit of DURATION: milliseconds, seconds, minutes, hours, days, found "second" | did you mean "seconds"?',
  ],
  [
    'name: flight_count, type',
    'name: flight_count, format: PERCENT, unit: flights, type',
    '26:50 metrics[0].unit | Expected no unit beside the format PERCENT | leave "unit" out',
  ],
  [
    'name: flight_count, type',
    'name: flight_count, format: PERCENTAGE, type',
    '26:35 metrics[0].format | Expected one of PERCENT, MONEY, DURATION, SI, found "PERCENTAGE" | did you mean "PERCENT"?',
  ],
  [
    'tenant: demo\n',
    '',
    '1:1 tenant | Expected the key "tenant" in one of the files, found none | add a line such as "tenant: demo"',
  ],
  [
    'tenant: demo',
    'tenant: de mo',
    '1:9 tenant | Expected 1 to 32 letters, digits, underscores and hyphens, found "de mo"',
  ],
  [
    '    time: { column: date, grain: DAY }',
    "    time: { column: date, grain: DAY }\n    filter: '[delay]'",
    '10:14 datasets[0].filter | this expression must give a condition, not INT',
  ],
  [
    '    time: { column: date, grain: DAY }',
    '    time: { column: date, grain: DAY }\n    filter: \'[band] = "ok"\'',
    '10:14 datasets[0].filter | no field [band]',
  ],
  [
    'file: airports.csv }',
    'file: airports.csv }\n    filter: \'[state] <> ""\'',
    '18:13 datasets[1].filter | A relation leads to the dataset "airports", so it cannot have a filter | put the condition into the metrics and dimensions',
  ],
  [
    'file: airports.csv }',
    'file: airports.csv }\n    partition: { column: stat, columns: [{ column: iat, interval: 1, sign: POSITIVE }] }',
    '18:26 datasets[1].partition.column | Expected the name of a column, found "stat" | did you mean "state"?',
    '18:52 datasets[1].partition.columns[0].column | Expected the name of a column, found "iat" | did you mean "iata"?',
  ],
  [
    'file: airports.csv }',
    'file: airports.csv }\n    partition: { column: state, columns: [{ column: iata, interval: 1.5, sign: PLUS }] }',
    '18:69 datasets[1].partition.columns[0].interval | Expected a whole number from 0, found 1.5',
    '18:80 datasets[1].partition.columns[0].sign | Expected one of POSITIVE, NEGATIVE, found "PLUS"',
  ],
  ['tenant: demo', 'tenant: 5', '1:9 tenant | Expected text, found 5 | put it in quotes: "5"'],
  [
    'tenant: demo',
    'tenant: 0x10',
    '1:9 tenant | Expected text, found 0x10 | put it in quotes: "0x10"',
  ],
  [
    'tenant: demo',
    'tenant: 007',
    '1:9 tenant | Expected text, found 007 | put it in quotes: "007"',
  ],
  ['tenant: demo', '\ufefftenat: demo', '1:1 tenat | Unknown key "tenat" | did you mean "tenant"?'],
  [
    'tenant: demo',
    '---\ntenant: demo\n---',
    '3:1  | Expected YAML, found a mistake: A second document begins here | put each document in a file of its own',
  ],
  [
    'tenant: demo',
    'tenant: demo\n? [a, b]\n: 1',
    '2:3  | Expected YAML, found a mistake: Keys must be texts',
  ],
  [
    'tenant: demo',
    `tenant: demo\ncolour: ${'['.repeat(20_000)}`,
    expect.stringMatching(
      /^2:\d+ {2}\| Expected YAML, found a mistake: Lists and keys are nested too deeply to be read$/,
    ),
  ],
  [
    'tenant: demo',
    'tenant: demo\ntimeZone: Europe/Berlim',
    '2:11 timeZone | Expected an IANA time zone, found "Europe/Berlim" | did you mean "Europe/Berlin"?',
  ],
  [
    'tenant: demo',
    'tenant: demo\ntenant: other',
    '2:1  | Expected YAML, found a mistake: Map keys must be unique | keep one of the two keys',
  ],
  [
    'tenant: demo',
    'tenant: demo\n\tx: 1',
    '2:1  | Expected YAML, found a mistake: Tabs are not allowed as indentation | indent with spaces',
  ],
  [
    'tenant: demo',
    'tenant: *nobody',
    '1:9  | Expected the alias of an anchor before it, found *nobody | write &nobody at its value',
  ],
  [
    'tenant: demo',
    'tenant: demo\nmetric: []',
    '2:1 metric | Unknown key "metric" | allowed here: tenant, timeZone, calendar, accounts, categories, grants, groups, datasources, datasets, dimensions, metrics, periods, dateTags, plans',
  ],
  [
    'tenant: demo',
    'tenant: demo\ncolour: blue',
    '2:1 colour | Unknown key "colour" | allowed here: tenant, timeZone, calendar, accounts, categories, grants, groups, datasources, datasets, dimensions, metrics, periods, dateTags, plans',
  ],
  [
    'role: OWNER',
    'role: OWNR',
    '3:28 accounts[0].role | Expected one of OWNER, ADMIN, USAGER, found "OWNR" | did you mean "OWNER"?',
  ],
  [
    'accounts:\n  - { account: demo, role: OWNER }',
    'accounts: demo',
    '2:11 accounts | Expected a list, found "demo"',
  ],
  [
    '- { account: demo, role: OWNER }',
    '- demo',
    '3:5 accounts[0] | Expected keys and values, found "demo"',
  ],
  [
    'account: demo, role: OWNER',
    'account: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, role: OWNER',
    '3:16 accounts[0].account | Expected at most 32 characters, found 33',
  ],
  [
    'role: OWNER }',
    'role: OWNER }\n  - { account: demo, role: ADMIN }',
    '4:16 accounts[1].account | Two accounts have the account "demo" | the first is at w.yaml:3',
  ],
  [
    'type: FILES',
    'type: S3',
    '5:25 datasources[0].type | Expected one of CLICKHOUSE, FILES, POSTGRESQL, TRINO, found "S3"',
  ],
  ['root: data', 'rot: data', '5:32 datasources[0].rot | Unknown key "rot" | did you mean "root"?'],
  ['root: data', 'root:', '5:38 datasources[0].root | Expected text, found nothing'],
  [
    'name: flights\n',
    'name: my flights\n',
    '7:11 datasets[0].name | Expected letters, digits and underscores, found "my flights"',
  ],
  [
    '    source: { datasource: vega, file: flights.parquet }\n',
    '',
    '7:5 datasets[0] | Expected the key "source", found none | source: Where the rows are: a file of a folder, or a table of a database.',
  ],
  [
    'datasource: vega, file: flights.parquet',
    'datasource: vega, table: flights',
    '8:40 datasets[0].source.table | Expected the key "file", since the datasource "vega" is of the type FILES, found "table"',
  ],
  [
    'datasource: vega, file: flights.parquet',
    'datasource: vega',
    '8:13 datasets[0].source | Expected the key "file", found none',
  ],
  [
    '{ name: vega, type: FILES, root: data }',
    '{ name: vega, type: POSTGRESQL, address: "db", database: d }',
    '8:39 datasets[0].source.file | Expected the key "table", since the datasource "vega" is of the type POSTGRESQL, found "file"',
    '17:39 datasets[1].source.file | Expected the key "table", since the datasource "vega" is of the type POSTGRESQL, found "file"',
  ],
  [
    '{ name: vega, type: FILES, root: data }',
    '{ name: vega, type: FILES, root: data }\n  - { name: w, type: POSTGRESQL, address: "db", database: d, credentials: { user: a, userEnv: "B C" }, tls: { key: k } }',
    '6:95 datasources[1].credentials.userEnv | Expected the name of an environment variable: letters, digits and underscores, no digit first | set the variable, and write its name here',
    '6:95 datasources[1].credentials.userEnv | Expected "user" or "userEnv", found both',
    '6:109 datasources[1].tls | Expected "certificate" beside "key", found none',
  ],
  [
    '{ name: vega, type: FILES, root: data }',
    '{ name: vega, type: FILES, root: data }\n  - { name: w, type: CLICKHOUSE, address: "http://u:p@c", schema: s, credentials: { tokenEnv: T } }',
    '6:43 datasources[1].address | Expected a host or host:port without user and password, found "…@c"',
    '6:59 datasources[1].schema | Unknown key "schema" | allowed here: name, displayName, type, address, database, credentials, tls, limits, plans',
    '6:85 datasources[1].credentials.tokenEnv | Unknown key "tokenEnv" | allowed here: user, userEnv, passwordEnv, passwordFile',
  ],
  [
    '{ name: vega, type: FILES, root: data }\ndatasets:\n',
    '{ name: vega, type: FILES, root: data }\n  - { name: w, type: POSTGRESQL, address: d, database: d, plans: { schema: kept } }\ndatasets:\n  - { name: x, source: { datasource: w, schema: kept, table: t }, columns: [{ name: c, type: BIGINT }] }\n',
    '8:24 datasets[0].source | The schema "kept" of the datasource "w" is for the tables of plans, which no dataset can read | name another schema in "plans" of the datasource',
  ],
  [
    '{ name: vega, type: FILES, root: data }',
    '{ name: vega, type: FILES, root: data }\n  - { name: w, type: TRINO, address: "t", catalog: c, credentials: { passwordEnv: A, tokenFile: b } }',
    '6:83 datasources[1].credentials.passwordEnv | Expected "tls" beside "passwordEnv", found none: Trino takes it over an encrypted connection only | write tls: {}, for the usual authorities',
    '6:97 datasources[1].credentials.tokenFile | Expected "passwordEnv" or "tokenFile", found both',
  ],
  [
    'datasource: vega, file: flights.parquet',
    'datasource: vegas, file: flights.parquet',
    '8:27 datasets[0].source.datasource | Expected the name of a datasource, found "vegas" | did you mean "vega"?',
  ],
  [
    'file: flights.parquet',
    'file: flights.ods',
    '8:39 datasets[0].source.file | Expected a path that ends with .parquet, .csv, .tsv, .txt, .json, .ndjson or .jsonl, the texts also with .gz or .zst, or with .xlsx, .xlsm, .sqlite, .sqlite3, .db or .duckdb, found "flights.ods"',
  ],
  [
    'file: airports.csv }',
    'file: airports.csv, format: { encoding: utf9, decimal: "1", maxBadRows: -1 } }',
    '17:73 datasets[1].source.format.encoding | Expected the name of an encoding, found "utf9"',
    '17:88 datasets[1].source.format.decimal | Expected a separator, found "1"',
    '17:105 datasets[1].source.format.maxBadRows | Expected a whole number from 0, found -1',
  ],
  [
    'file: airports.csv }',
    'file: airports.csv, format: { decimal: ",", thousands: "," } }',
    '17:88 datasets[1].source.format.thousands | Expected two different separators, found "," for decimal and thousands | set "decimal" too',
  ],
  [
    '- { name: delay, type: BIGINT }',
    '- { name: delay, type: BIGINT, scale: 2, format: yyyy }',
    '12:45 datasets[0].columns[1].scale | Only a DECIMAL has a scale, the column "delay" is BIGINT',
    '12:56 datasets[0].columns[1].format | Only a DATE, DATETIME or TIMESTAMP has a format',
  ],
  [
    '- { name: date, type: TIMESTAMP }',
    '- { name: date, type: TIMESTAMP, format: DD.MM }',
    '11:48 datasets[0].columns[0].format | Expected how dates are written, such as dd.MM.yyyy, found "DD.MM": "DD" is not a field; fields are yyyy, yy, Q, ww, MMMM, MMM, MM, M, dd, d, EEEE, EEE, HH, H, hh, h, mm, ss, SSS, SSSSSS, a, XXX',
  ],
  [
    'file: flights.parquet',
    'file: ../flights.parquet',
    '8:39 datasets[0].source.file | Expected a path below the datasource\'s root, found "../flights.parquet"',
  ],
  [
    'column: date, grain: DAY',
    'column: dat, grain: DAY',
    '9:21 datasets[0].time.column | Expected the name of a column, found "dat" | did you mean "date"?',
  ],
  [
    'column: date, grain: DAY',
    'column: delay, grain: DAY',
    '9:21 datasets[0].time.column | Expected a column of type DATE, DATETIME or TIMESTAMP, found "delay" of type BIGINT',
  ],
  [
    '{ column: date, grain: DAY }',
    '{ via: origin_airprt, column: iata, grain: DAY }',
    '9:18 datasets[0].time.via | Expected the name of a relation of the dataset "flights", found "origin_airprt" | did you mean "origin_airport"?',
  ],
  [
    '{ column: date, grain: DAY }',
    '{ via: [origin_airport, city], column: iata, grain: DAY }',
    '9:35 datasets[0].time.via[1] | Expected the name of a relation of the dataset "airports", found "city"',
  ],
  [
    '{ column: date, grain: DAY }',
    '{ via: origin_airport, column: opened, grain: DAY }',
    '9:42 datasets[0].time.column | Expected the name of a column of the dataset "airports", found "opened" | there are: iata, state',
  ],
  [
    '{ column: date, grain: DAY }',
    '{ via: origin_airport, column: iata, grain: DAY }',
    '9:42 datasets[0].time.column | Expected a column of type DATE, DATETIME or TIMESTAMP, found "iata" of type VARCHAR',
  ],
  [
    'grain: DAY }',
    'grain: DAY }\n    times: [{ name: landed, column: delay, grain: DAY }]',
    '10:37 datasets[0].times[0].column | Expected a column of type DATE, DATETIME or TIMESTAMP, found "delay" of type BIGINT',
  ],
  [
    'column: date, grain: DAY }',
    'name: landed, column: date, grain: DAY }\n    times: [{ name: landed, column: date, grain: DAY }]',
    '10:21 datasets[0].times[0].name | Two times of the dataset have the name "landed"',
  ],
  [
    'aggregate: COUNT }',
    'aggregate: COUNT, time: landed }',
    '26:83 metrics[0].time | Expected the name of a time of the dataset "flights", found "landed"',
  ],
  [
    "expr: '[total_delay] / [flight_count]' }",
    "expr: '[total_delay] / [flight_count]', time: landed }",
    '29:91 metrics[3].time | A formula of metrics has the times of these, so it has no "time" | leave it out, or set it in the metrics',
  ],
  [
    'grain: DAY',
    'grain: FISCAL_YEAR',
    '9:34 datasets[0].time.grain | Expected a grain of the calendar, found FISCAL_YEAR, but there are no fiscal years | add "calendar: { fiscalYearStart: 7 }" for years from July',
  ],
  [
    'tenant: demo',
    'tenant: demo\ncalendar: { weekStart: sunday }',
    '2:24 calendar.weekStart | Expected one of MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY, found "sunday" | did you mean "SUNDAY"?',
  ],
  [
    'tenant: demo',
    'tenant: demo\ncalendar: { fiscalYearStart: 13 }',
    '2:30 calendar.fiscalYearStart | Expected a month from 1 to 12, found 13 | write 7 for July',
  ],
  [
    'tenant: demo',
    'tenant: demo\ncalendar: { custom: [{ dataset: weks, start: a, grains: [{ name: RETAIL-WEEK, label: b }, { name: week, label: c }] }] }',
    '2:33 calendar.custom[0].dataset | Expected the name of a dataset, found "weks" | there are: flights, airports',
    '2:66 calendar.custom[0].grains[0].name | Expected a name of letters, digits and single "_", at most 40, found "RETAIL-WEEK" | write it as RETAIL_MONTH',
    '2:99 calendar.custom[0].grains[1].name | Expected a grain with a name of its own, found WEEK, which is another | write it as RETAIL_WEEK',
  ],
  [
    'tenant: demo',
    'tenant: demo\ncalendar: { fiscalYearName: START }',
    '2:29 calendar.fiscalYearName | Expected "fiscalYearStart" beside "fiscalYearName", found none | add "fiscalYearStart: 7" for July, or leave it out',
  ],
  [
    'grain: DAY',
    'grain: DAYS',
    '9:34 datasets[0].time.grain | Expected one of SECOND, MINUTE, HOUR, DAY, WEEK, MONTH, QUARTER, FISCAL_QUARTER, YEAR, FISCAL_YEAR, found "DAYS" | did you mean "DAY"?',
  ],
  [
    'name: delay, type: BIGINT',
    'name: delay, type: LONG',
    '12:30 datasets[0].columns[1].type | Expected one of INT, BIGINT, DECIMAL, DOUBLE, VARCHAR, BOOLEAN, DATE, DATETIME, TIMESTAMP, found "LONG"',
  ],
  [
    '{ name: delay, type: BIGINT }',
    '{ name: delay, type: BIGINT }\n      - { name: delay, type: INT }',
    '13:17 datasets[0].columns[2].name | Two columns have the name "delay" | the first is at w.yaml:12',
  ],
  [
    'name: date, type: TIMESTAMP',
    'name: date, type: TIMESTAMP, isHidden: yes',
    '11:50 datasets[0].columns[0].isHidden | Expected true or false, found "yes"',
  ],
  [
    'name: iata, type: VARCHAR }',
    'name: iata, type: VARCHAR }\n      - { name: seen__day, type: DATE }',
    '20:17 datasets[1].columns[1].name | A column name cannot end with a time grain: [seen__day] means [seen] by day | choose another name and set "sourceColumn"',
  ],
  [
    'to: airports',
    'to: airport',
    '15:37 datasets[0].relations[0].to | Expected the name of a dataset, found "airport" | did you mean "airports"?',
  ],
  [
    'on: { origin: iata }',
    'on: { orign: iata }',
    '15:60 datasets[0].relations[0].on.orign | Expected the name of a column of the dataset "flights", found "orign" | did you mean "origin"?',
  ],
  [
    'on: { origin: iata }',
    'on: { origin: iat }',
    '15:61 datasets[0].relations[0].on.origin | Expected the name of a column of the dataset "airports", found "iat" | did you mean "iata"?',
  ],
  [
    'on: { origin: iata }',
    'on: { delay: iata }',
    '15:60 datasets[0].relations[0].on.delay | Expected key columns that can be equal, found delay of type BIGINT and iata of type VARCHAR',
  ],
  [
    'on: { origin: iata }',
    'on: {}',
    '15:51 datasets[0].relations[0].on | Expected at least 1 key, found none',
  ],
  [
    'name: origin_airport, to',
    'name: flights, to',
    '15:17 datasets[0].relations[0].name | The name "flights" is already that of the dataset or of another of its relations; upper and lower case count as the same | choose another name',
    '23:50 dimensions[1].via | Expected the name of a relation of the dataset "flights", found "origin_airport"',
  ],
  [
    'name: airports\n',
    'name: flights\n',
    '15:37 datasets[0].relations[0].to | Expected the name of a dataset, found "airports" | there are: flights',
    '16:11 datasets[1].name | Two datasets have the name "flights" | the first is at w.yaml:7',
  ],
  [
    'name: origin, dataset',
    'name: metric_time, dataset',
    '22:13 dimensions[0].name | "metric_time" is reserved for the time of datasets; choose another name',
  ],
  [
    'name: origin, dataset',
    'name: ori__gin, dataset',
    '22:13 dimensions[0].name | Expected letters, digits and underscores, no two underscores together, found "ori__gin"',
  ],
  [
    'name: origin, dataset: flights',
    'name: origin, dataset: flight',
    '22:30 dimensions[0].dataset | Expected the name of a dataset, found "flight" | did you mean "flights"?',
  ],
  [
    'column: origin }',
    'column: orign }',
    '22:47 dimensions[0].column | Expected the name of a column of the dataset "flights", found "orign" | did you mean "origin"?',
  ],
  [
    'column: origin }',
    'column: origin, expr: "[delay]" }',
    '22:5 dimensions[0] | Expected either "column" or "expr", found both',
  ],
  [
    ', column: origin }',
    ' }',
    '22:5 dimensions[0] | Expected either "column" or "expr", found neither',
  ],
  [
    'via: origin_airport',
    'via: origin_airprt',
    '23:50 dimensions[1].via | Expected the name of a relation of the dataset "flights", found "origin_airprt" | did you mean "origin_airport"?',
  ],
  [
    'via: origin_airport',
    'via: [origin_airport, country]',
    '23:67 dimensions[1].via[1] | Expected the name of a relation of the dataset "airports", found "country"',
  ],
  [
    'column: origin }',
    'column: origin, displayName: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx }',
    '22:68 dimensions[0].displayName | Expected at most 150 characters, found 151',
  ],
  [
    'column: origin }',
    'column: origin, code: d1 }\n  - { name: other, code: d1, dataset: flights, column: origin }',
    '23:26 dimensions[1].code | Two dimensions have the code "d1" | the first is at w.yaml:22',
  ],
  ['If([delay]', 'If([dely]', '24:47 dimensions[2].expr | no field [dely] | did you mean [delay]?'],
  [
    'If([delay]',
    'If([origin_state]',
    '24:47 dimensions[2].expr | "origin_state" is a dimension; this expression can use only columns of the dataset "flights"',
  ],
  [
    'If([delay] < 15, "ok", "late")',
    'If([delay] < 15, "ok"',
    "24:54 dimensions[2].expr | missing ')' | add ')'",
  ],
  [
    'type: ATOMIC, dataset: flights, aggregate: COUNT',
    'dataset: flights, aggregate: COUNT',
    '26:5 metrics[0] | Expected the key "type" (ATOMIC, DERIVED, COMPOSITE), found none',
  ],
  [
    'type: ATOMIC, dataset: flights, aggregate: COUNT',
    'type: ATOMC, dataset: flights, aggregate: COUNT',
    '26:33 metrics[0].type | Expected one of ATOMIC, DERIVED, COMPOSITE, found "ATOMC" | did you mean "ATOMIC"?',
  ],
  [
    'aggregate: COUNT }',
    'aggregate: AVERAGE }',
    '26:70 metrics[0].aggregate | Expected one of SUM, COUNT, COUNT_DISTINCT, AVG, MIN, MAX, MEDIAN, PERCENTILE, PERCENTILE_DISC, VARIANCE, STDDEV, found "AVERAGE"',
  ],
  [
    'aggregate: COUNT }',
    'aggregate: PERCENTILE, expr: "[delay]" }',
    '26:5 metrics[0] | Expected the key "fraction": PERCENTILE needs one between 0 and 1',
  ],
  [
    'aggregate: COUNT }',
    'aggregate: COUNT, fraction: 0.5 }',
    '26:87 metrics[0].fraction | Only PERCENTILE and PERCENTILE_DISC have a fraction, this is a COUNT',
  ],
  [
    'aggregate: COUNT }',
    'aggregate: MAX }',
    '26:5 metrics[0] | Expected the key "expr": MAX needs a value to aggregate',
  ],
  [
    'aggregate: COUNT }',
    'agregate: COUNT }',
    '26:59 metrics[0].agregate | Unknown key "agregate" | did you mean "aggregate"?',
  ],
  [
    "expr: '[delay]'",
    "expr: '[origin]'",
    '27:81 metrics[1].expr | this expression must give a number, not STRING',
  ],
  [
    "expr: '[delay]'",
    "expr: '[flight_count]'",
    '27:81 metrics[1].expr | "flight_count" is a metric; only dimensions and columns of the dataset "flights" can be used here, because this is evaluated for each row, before anything is aggregated',
  ],
  [
    'metric: flight_count',
    'metric: flights_count',
    '28:50 metrics[2].metric | Expected the name of a metric, found "flights_count" | did you mean "flight_count"?',
  ],
  [
    "'[delay] > 15'",
    "'[delay]'",
    '28:75 metrics[2].filters[0] | this expression must give a condition, not INT',
  ],
  [
    "'[delay] > 15'",
    "'[total_delay] > 15'",
    '28:75 metrics[2].filters[0] | "total_delay" is a metric; only dimensions and columns of the dataset "flights" can be used here, because this is evaluated for each row, before anything is aggregated',
  ],
  [
    "'[delay] > 15'",
    '15',
    '28:74 metrics[2].filters[0] | Expected text, found 15 | put it in quotes: "15"',
  ],
  [
    '[total_delay] / [flight_count]',
    '[total_dely] / [flight_count]',
    '29:52 metrics[3].expr | no field [total_dely] | did you mean [total_delay]?',
  ],
  [
    '[total_delay] / [flight_count]',
    '[total_delay] / [origin]',
    '29:68 metrics[3].expr | "origin" is a dimension; the formula of a COMPOSITE metric can use only metrics',
  ],
  [
    '[total_delay] / [flight_count]',
    '[total_delay] / [average_delay]',
    '29:51 metrics[3].expr | Metric average_delay refers to itself: average_delay → average_delay',
  ],
  [
    '[total_delay] / [flight_count]',
    '1 + 1',
    '29:51 metrics[3].expr | Expected a formula of metrics, found one that names none',
  ],
  [
    'name: late_flights',
    'name: flight_count',
    '28:13 metrics[2].name | Two metrics have the name "flight_count" | the first is at w.yaml:26',
  ],
  [
    'tenant: demo',
    'tenant: &loop [*loop]',
    '1:16  | Expected the alias of an anchor before it, found *loop | write &loop at its value',
  ],
  [
    'name: flight_count, type',
    'name: metric_time, type',
    '26:13 metrics[0].name | "metric_time" is reserved for the time of datasets; choose another name',
    '28:50 metrics[2].metric | Expected the name of a metric, found "flight_count" | there are: metric_time, total_delay, late_flights, average_delay',
    '29:68 metrics[3].expr | no field [flight_count]',
  ],
  [
    "'[total_delay] / [flight_count]'",
    "\"['flights'/'delay'] / [flight_count]\"",
    "29:52 metrics[3].expr | ['flights'/'delay'] is a column; the formula of a COMPOSITE metric can use only metrics",
  ],
]

function said(text: string): readonly string[] {
  const { workspace, problems } = parseWorkspace([{ file: 'w.yaml', text }])
  expect(workspace === null).toBe(problems.length > 0)
  return problems.map(({ line, column, path, message, suggestion }) =>
    [`${line}:${column} ${path}`, message, ...(suggestion === null ? [] : [suggestion])].join(
      ' | ',
    ),
  )
}

describe('a mistake in a workspace', () => {
  test('is not reported for a correct workspace', () => {
    expect(said(RIGHT)).toEqual([])
  })

  test.each(MISTAKES)('%j → %j', (from, to, ...problems) => {
    expect(RIGHT).toContain(from)
    expect(said(RIGHT.replace(from, () => to))).toEqual(problems)
  })

  test('of plans is not reported for correct plans', () => {
    expect(said(RIGHT + PLANS)).toEqual([])
  })

  test('of one plan hides none of another', () => {
    const plans = PLANS.replace(
      'metrics: [flight_count, average_delay]',
      '$&\n    cron: "61 * * * *"',
    )
    const wrong = plans.replace(
      'metrics: [flight_count]',
      '$&\n    filters: ["[flight_count] > 1"]',
    )
    expect(said(RIGHT + wrong).map((one) => one.split(' | ')[0])).toEqual([
      '36:11 plans[0].cron',
      '41:16 plans[1].filters[0]',
    ])
  })

  test.each(PLAN_MISTAKES)('of plans: %j → %j', (from, to, ...problems) => {
    expect(PLANS).toContain(from)
    expect(said(RIGHT + PLANS.replace(from, () => to))).toEqual(problems)
  })
})
