import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WEEKDAYS } from '@tributary/expression/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Inspection, inspectFiles } from '../../src/guess/inspect-files.ts'

let home: string
let turn = 0

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-inspect-'))
})

afterAll(() => rm(home, { recursive: true, force: true }))

/** What is guessed of a file with a text. */
async function inspect(text: string, file = 'table.csv'): Promise<Inspection> {
  const root = join(home, String(turn++))
  await mkdir(root)
  await writeFile(join(root, file), text)
  return inspectFiles({ tenant: 'demo', root, files: [file], onProgress: () => {} })
}

/** The definition of a column without what is usual, and the notes about the table. */
function describeColumn({ workspace, notes }: Inspection, column: string) {
  const [dataset] = workspace.datasets
  const found = dataset?.columns.find(({ name }) => name === column)
  if (dataset === undefined || found === undefined) throw new Error(`no column ${column}`)
  const { originDataType: type, format, scale, unit, nulls } = found
  return { type, format, scale, unit, nulls, notes: notes.get(`datasets/${dataset.name}`) ?? [] }
}

const lines = (header: string, ...rows: readonly string[]): string => [header, ...rows].join('\n')

describe('numbers', () => {
  test.each([
    ['a group that begins with 0', 'a;b', ['x;0,125', 'y;3,500'], { decimal: ',' }],
    ['a negative fraction', 'a;b', ['x;-0,125', 'y;-3,500'], { decimal: ',' }],
    [
      'two separators in another column',
      'b;c',
      ['1.250;9.500,75', '800;1,5'],
      { decimal: ',', thousands: '.' },
    ],
    ['only three digits after a comma, with ;', 'a;b', ['x;1,125', 'y;3,500'], { decimal: ',' }],
    [
      'only three digits after a comma, with ,',
      'a,b',
      ['x,"1,125"', 'y,"3,500"'],
      { thousands: ',' },
    ],
    ['apostrophes', 'a;b', ["x;1'250.5", "y;12'000.25"], { thousands: "'" }],
    [
      'narrow blanks',
      'a;b',
      ['x;1\u202f250,5', 'y;12\u202f000,25'],
      { decimal: ',', thousands: ' ' },
    ],
    ['parentheses', 'a,b', ['x,(12.50)', 'y,3.25'], { negative: 'PARENTHESES' }],
    ['a minus at the end', 'a,b', ['x,12.50-', 'y,3.25'], { negative: 'TRAILING_MINUS' }],
  ])(
    '%s',
    async (_, header, rows, format) => {
      const inspection = await inspect(lines(header, ...rows))
      const [dataset] = inspection.workspace.datasets
      expect(dataset?.source).toMatchObject({ format })
      expect(describeColumn(inspection, 'b').type).toMatch(/DECIMAL|BIGINT/)
    },
    20_000,
  )

  test.each([
    ['$', ['"$1,250.00"', '-$12.50', '$3', '$ -']],
    ['€', ['"1.250,00 €"', '"-12,50 €"', '"3,00 €"']],
    ['EUR', ['EUR 1250', 'EUR -12.5', 'EUR 3']],
    ['%', ['45%', '12.5%', '3%']],
    ['kg', ['45 kg', '12.5 kg', '3 kg']],
  ])('the unit %s', async (unit, cells) => {
    const inspection = await inspect(lines('amount,a', ...cells.map((cell) => `${cell},x`)))
    expect(describeColumn(inspection, 'amount')).toMatchObject({ unit, type: 'DECIMAL' })
  })

  test('amounts in two currencies are not added up', async () => {
    const inspection = await inspect(lines('amount,a', '$5,x', '€7,x'))
    expect(describeColumn(inspection, 'amount').type).toBe('VARCHAR')
  })

  test.each([
    ['9223372036854775807', 'BIGINT'],
    ['-9223372036854775808', 'BIGINT'],
    ['9223372036854775808', 'DECIMAL'],
    ['-9223372036854775809', 'DECIMAL'],
    ['1'.repeat(38), 'DECIMAL'],
    ['1'.repeat(39), 'VARCHAR'],
    ['007', 'VARCHAR'],
  ])('%s is %s', async (number, type) => {
    const inspection = await inspect(lines('sold,a', `${number},x`, '1,y'))
    expect(describeColumn(inspection, 'sold').type).toBe(type)
  })

  test('identifiers beyond 64 bits are texts, as are texts of digits in JSON', async () => {
    const ids = lines('user_id,a', '1234567890123456789012,x', '1234567890123456789013,y')
    expect(describeColumn(await inspect(ids), 'user_id').type).toBe('VARCHAR')
    const json = JSON.stringify([
      { zip: '12345', sold: 12 },
      { zip: '54321', sold: 3.5 },
    ])
    const inspection = await inspect(json, 'table.json')
    expect(describeColumn(inspection, 'zip').type).toBe('VARCHAR')
    expect(describeColumn(inspection, 'sold').type).toBe('DECIMAL')
  })

  test('a point is one of a fraction where thousands have none', async () => {
    const inspection = await inspect(lines('a;b', 'x;1.125', 'y;13500'))
    expect(inspection.workspace.datasets[0]?.source).not.toHaveProperty('format')
    expect(describeColumn(inspection, 'b')).toMatchObject({ type: 'DECIMAL', scale: 3 })
  })

  test('a value far down is looked at, too', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => `${i % 50},2024-01-01`)
    const inspection = await inspect(lines('b,day', ...rows, '1.255,2024-09-30'))
    expect(describeColumn(inspection, 'b')).toMatchObject({ type: 'DECIMAL', scale: 3 })
    expect(describeColumn(inspection, 'b').notes).toContain(
      'time: day by DAY, 2024-01-01 to 2024-09-30',
    )
  })
})

describe('words for missing values', () => {
  test('count in the column in which they are no values', async () => {
    const inspection = await inspect(lines('country,sold,grade', 'NA,1,-', 'DE,NA,A', 'FR,n/a,B'))
    expect(describeColumn(inspection, 'sold')).toMatchObject({
      type: 'BIGINT',
      nulls: ['NA', 'n/a'],
    })
    expect(describeColumn(inspection, 'country')).toMatchObject({
      type: 'VARCHAR',
      nulls: undefined,
    })
    expect(describeColumn(inspection, 'grade').nulls).toBeUndefined()
    expect(inspection.workspace.datasets[0]?.source).not.toHaveProperty('format')
  })
})

describe('times', () => {
  test.each([
    ['ts', ['1704240000', '1706918400'], 'unix'],
    ['created_at', ['1704240000123', '1706918400123'], 'unix-ms'],
    ['Order Date', ['45292', '45323'], 'excel'],
    ['period', ['202401', '202402'], 'yyyyMM'],
    ['x', ['Jan-24', 'Feb-24'], 'MMM-yy'],
    ['x', ['2024Q1', '2024Q2'], "yyyy'Q'Q"],
    ['x', ['Q1 2024', 'Q2 2024'], "'Q'Q yyyy"],
    ['x', ['2024-W01', '2024-W05'], "yyyy-'W'ww"],
    ['x', ['1/2/2023, 12:33 PM', '1/13/2023, 1:05 AM'], 'MM/dd/yyyy, h:mm a'],
    ['x', ['3. Januar 2024', '12. März 2024'], 'd. MMMM yyyy'],
    ['x', ['3 de enero de 2024', '12 de marzo de 2024'], "d 'de' MMMM 'de' yyyy"],
    ['x', ['2024-01-31', '2024-02-01'], undefined],
    ['x', ['2024-01-31T10:00:00Z', '2024-02-01T00:00:00+02:00'], undefined],
  ])('%s: %j', async (name, [first = '', second = ''], format) => {
    const inspection = await inspect(lines(`${name},a`, `"${first}",x`, `"${second}",y`))
    const column = describeColumn(inspection, name)
    expect(column.type).toMatch(/DATE|TIMESTAMP/)
    expect(column.format).toBe(format)
    expect(inspection.workspace.datasets[0]?.time?.column).toBe(name)
    expect(inspection.workspace.metrics.map(({ name: metric }) => metric)).toEqual(['table_count'])
  })

  test('hours of the first day of a year are no years', async () => {
    const inspection = await inspect(
      lines('at,a', '2024-01-01T10:00:00,x', '2024-01-01T11:00:00,y'),
    )
    expect(inspection.workspace.datasets[0]?.time?.grain).toBe('DAY')
  })

  test('one odd value is named with its row and takes nothing away', async () => {
    const rows = ['2024-01-01', '2024-01-02', '2024-02-01', '2024-02-03'].map((day) => `${day},5`)
    const zero = await inspect(lines('day,sold', ...rows, '0000-00-00,5'))
    expect(describeColumn(zero, 'day')).toMatchObject({ type: 'DATE', nulls: ['0000-00-00'] })
    const late = describeColumn(await inspect(lines('day,sold', ...rows, '9999-12-31,5')), 'day')
    expect(late).toMatchObject({ type: 'DATE', nulls: undefined })
    expect(late.notes.join('\n')).toContain('"9999-12-31" in row 5')
    expect(late.notes).toContain('time: day by DAY, 2024-01-01 to 2024-02-03')
    const other = describeColumn(await inspect(lines('day,sold', ...rows, '03/10/2024,5')), 'day')
    expect(other).toMatchObject({ type: 'DATE', nulls: ['03/10/2024'] })
    expect(other.notes.join('\n')).toContain('"03/10/2024" in row 5 is no date')
    const total = await inspect(lines('day,sold', ...rows, 'Total,20'))
    expect(total.workspace.datasets[0]?.source).toMatchObject({ format: { maxBadRows: 1 } })
  })

  test('the swapped reading of day and month is named, years 1 to 99 are not', async () => {
    const inspection = await inspect(lines('day,a', '01/02/24,x', '02/02/24,y', '03/02/24,z'))
    const text = describeColumn(inspection, 'day').notes.join('\n')
    expect(text).toContain('written as dd/MM/yy; MM/dd/yy would fit too')
    expect(text).not.toContain('yyyy')
  })
})

describe('the grain of a time', () => {
  const toDate = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
  const toTable = (dates: readonly string[]): string =>
    lines('at,sold', ...dates.flatMap((date, i) => [`${date},${i}`, `${date},${i + 3}`]))

  test('dates of one weekday are weeks, which begin on it', async () => {
    for (const [i, weekday] of WEEKDAYS.entries()) {
      // 2025-12-29 was a Monday; a week is missing.
      const weeks = [0, 1, 2, 4].map((week) => toDate(20_451 + i + week * 7))
      const { workspace, notes } = await inspect(toTable(weeks))
      expect(workspace.datasets[0]?.time).toEqual({ column: 'at', grain: 'WEEK' })
      expect(workspace.calendar.weekStart).toBe(weekday)
      expect(notes.get('datasets/table')?.join()).toContain(`weeks begin on ${weekday}`)
    }
  })

  test.each([
    ['WEEK', ['1969-12-18', '1969-12-25', '1970-01-01']],
    ['WEEK', ['2024-W01']],
    ['DAY', ['2026-01-05', '2026-02-09']],
    ['DAY', ['2026-01-05', '2026-01-12', '2026-01-20']],
    ['DAY', ['2026-01-05 10:00', '2026-01-12 11:00', '2026-01-19 12:30']],
    ['MONTH', ['2024-01', '2024-02', '2024-03']],
    ['MONTH', ['2024-01']],
    ['QUARTER', ['2024-01-01', '2024-04-01', '2024-10-01']],
    ['QUARTER', ['2023Q1', '2024Q1']],
    ['YEAR', ['2019-01-01', '2024-01-01']],
  ])('%s of %j', async (grain, dates) => {
    const { workspace } = await inspect(toTable(dates))
    expect(workspace.datasets[0]?.time?.grain).toBe(grain)
  })
})

describe('lines around a table', () => {
  test.each([
    [
      'a title',
      'Extraction of 2025-01-06\n\nday;sold;a\n2024-01-03;5;x\n2024-01-04;7;y',
      { skipRows: 2 },
    ],
    ['a padded title', 'Sales,,\n,,\nday,sold,a\n2024-01-03,5,x\n2024-01-04,7,y', { skipRows: 2 }],
    ['sep=', 'sep=;\nday;sold;a\n2024-01-03;5;x\n2024-01-04;7;y', { skipRows: 1 }],
    ['no header', '2024-01-03,5,x\n2024-01-04,7,y', { header: false }],
    ['a footer', 'day,sold,a\n2024-01-03,5,x\n2024-01-04,7,y\nend of report', { maxBadRows: 1 }],
    ['a short row', 'day,sold,a\n2024-01-03,5,x\n2024-01-04\n2024-01-05,7,y', { maxBadRows: 1 }],
  ])('%s', async (_, text, format) => {
    const inspection = await inspect(text)
    expect(inspection.workspace.datasets[0]?.source).toMatchObject({ format })
    expect(inspection.workspace.datasets[0]?.time).not.toBeNull()
    expect(inspection.notes.get('datasets/table')?.[0]).toContain('2 rows, 3 columns')
  })

  test('rows that add up the others are left out, where they do', async () => {
    const rows = ['A,2024-01-01,5', 'B,2024-01-02,7', 'C,2024-01-03,8']
    const added = await inspect(lines('shop,day,sold', ...rows, 'Grand total,,20'))
    expect(added.workspace.datasets[0]?.filter).toBe('IsNull([shop]) OR [shop] <> "Grand total"')
    const brand = await inspect(lines('shop,day,sold', ...rows, 'Total,2024-01-04,9'))
    expect(brand.workspace.datasets[0]?.filter).toBeNull()
  })

  test('names that are years are names', async () => {
    const inspection = await inspect(lines('2001,2002,2003', '5,6,7', '8,9,1'))
    expect(inspection.workspace.datasets[0]?.source).not.toHaveProperty('format')
  })
})

describe('measures and dimensions', () => {
  const rows = Array.from({ length: 30 }, (_, i) => i)

  test.each([
    ['agent', (i: number) => String(100 + (i % 3)), []],
    ['number_of_reviews', (i: number) => String(i % 7), ['SUM', 'AVG']],
    ['stays_in_week_nights', (i: number) => String(i % 7), ['SUM', 'AVG']],
    ['arrival_date_week_number', (i: number) => String(1 + (i % 20)), []],
    ['is_canceled', (i: number) => String(i % 2), ['AVG']],
    ['adr', (i: number) => `${i}.5`, ['AVG']],
    ['age', (i: number) => String(20 + i), ['AVG']],
    ['unit price', (i: number) => `${i}.25`, ['AVG']],
    ['total price', (i: number) => `${i}.25`, ['SUM', 'AVG']],
    ['conversion rate', (i: number) => `0.${10 + i}`, ['AVG']],
    ['growth', (i: number) => `${i}%`, ['AVG']],
    ['built', (i: number) => String(1950 + i), []],
    ['number', (i: number) => `${i}.75`, ['SUM', 'AVG']],
    ['stock_level', (i: number) => String(i * 3), ['SUM', 'AVG']],
    ['dep_time', (i: number) => String(i * 80), []],
    ['index', (i: number) => String(i), []],
  ])('%s', async (name, value, aggregates) => {
    const text = lines(`day,${name}`, ...rows.map((i) => `2024-01-0${1 + (i % 9)},${value(i)}`))
    const { workspace } = await inspect(text)
    const about = workspace.metrics.filter(
      (metric) => metric.type === 'ATOMIC' && metric.expr?.includes(`'${name}'`),
    )
    expect(about.map((metric) => metric.type === 'ATOMIC' && metric.aggregate)).toEqual(aggregates)
  })

  test('balances take the last period, shares are percent, quantity times price is revenue', async () => {
    const text = lines(
      'day,balance,is_new,quantity,unit price',
      ...rows.map((i) => `2024-01-0${1 + (i % 9)},${i},${i % 2},${1 + (i % 4)},$${i}.50`),
    )
    const { workspace } = await inspect(text)
    const metric = (name: string) => workspace.metrics.find((candidate) => candidate.name === name)
    expect(metric('balance')).toMatchObject({ nonAdditive: { take: 'LAST' } })
    expect(metric('share_of_is_new')).toMatchObject({ aggregate: 'AVG', format: 'PERCENT' })
    expect(metric('revenue')).toMatchObject({
      expr: "['table'/'quantity'] * ['table'/'unit price']",
      unit: 'USD',
      format: 'MONEY',
    })
  })

  test('names of any script are names, with display names as in the file', async () => {
    const { workspace } = await inspect(
      lines('дата,Выручка,销售额', '2024-01-01,5,7', '2024-02-01,6,9'),
    )
    expect(workspace.metrics.map(({ name, displayName }) => [name, displayName])).toEqual([
      ['table_count', 'table count'],
      ['vyruchka', 'Выручка'],
      ['average_vyruchka', 'average Выручка'],
      ['column_3', '销售额'],
      ['average_column_3', 'average 销售额'],
    ])
  })
})

test('years beside dates are numbers, and are times where there are no dates', async () => {
  const dates = await inspect(lines('day,year,amount', '2024-01-03,2024,5', '2024-02-04,2024,7'))
  expect(describeColumn(dates, 'year').type).toBe('BIGINT')
  expect(dates.workspace.metrics.map(({ name }) => name)).not.toContain('year')
  const years = await inspect(lines('year,amount', '2022,5', '2023,7', '2024,9'))
  expect(describeColumn(years, 'year').type).toBe('DATE')
})

describe('uses by name, unit and range', () => {
  const listMetrics = ({ workspace }: Inspection) =>
    workspace.metrics.map(({ name, ...metric }) =>
      'aggregate' in metric ? `${name} ${metric.aggregate}` : name,
    )

  test.each([
    ['prezzo', 'average_prezzo AVG'],
    ['prix', 'average_prix AVG'],
    ['Preis', 'average_preis AVG'],
    ['precio', 'average_precio AVG'],
    ['цена', 'average_tsena AVG'],
    ['价格', 'average_column_2 AVG'],
  ])('a price called %s is averaged', async (header, metric) => {
    const rows = Array.from({ length: 9 }, (_, i) => `thing ${i % 3},${i * 7 + 0.25}`)
    const metrics = listMetrics(await inspect(lines(`kind,${header}`, ...rows)))
    expect(metrics).toEqual(['table_count COUNT', metric])
  })

  test.each([
    ['total price', 'total_price SUM'],
    ['prezzo totale', 'prezzo_totale SUM'],
    ['销售额', 'column_2 SUM'],
  ])('an amount called %s is added up', async (header, metric) => {
    const rows = Array.from({ length: 9 }, (_, i) => `thing ${i % 3},${i * 7 + 0.25}`)
    expect(listMetrics(await inspect(lines(`kind,${header}`, ...rows)))).toContain(metric)
  })

  test('many fractions that lie close together are measurements', async () => {
    const rows = Array.from({ length: 1200 }, (_, i) => `${40 + (i % 37) / 2},${(i % 37) * 2.5}`)
    const inspection = await inspect(lines('plate,output', ...rows))
    expect(listMetrics(inspection)).toEqual([
      'table_count COUNT',
      'average_plate AVG',
      'output SUM',
      'average_output AVG',
    ])
    expect(inspection.notes.get('metrics/average_plate')?.join()).toContain('from 40 to 58')
  })

  test('a date of birth is not the time of the rows', async () => {
    const rows = Array.from(
      { length: 9 },
      (_, i) => `19${60 + i}-0${i + 1}-11,2024-02-0${(i % 3) + 1},${i}`,
    )
    const both = await inspect(lines('birth date,visit,cost', ...rows))
    expect(both.workspace.datasets[0]?.time?.column).toBe('visit')
    const alone = await inspect(
      lines('Geburtsdatum,x2,cost', ...rows.map((row) => row.replace(/2024-/, 'v'))),
    )
    expect(alone.workspace.datasets[0]?.time).toBeNull()
    expect(alone.notes.get('datasets/table')?.join('\n')).toContain('Geburtsdatum: a date of birth')
  })

  test.each([
    ['codes by their name', 'order no', ['MB 12', 'MB 7', 'MB 7', 'MB 9']],
    ['codes by their form', 'article', ['MB1204', 'MB1307', 'MB9912', 'MB1208', 'MB1209']],
  ])('letters beside whole numbers are %s', async (_title, header, texts) => {
    const inspection = await inspect(lines(`kind,${header}`, ...texts.map((text) => `a,${text}`)))
    expect(describeColumn(inspection, header).type).toBe('VARCHAR')
  })

  test.each([
    ['RM 1,250.50', 'RM'],
    ['128 MB', 'MB'],
  ])('%s is an amount with a unit', async (text, unit) => {
    const values = [text, text.replace('12', '7'), text.replace('12', '99')]
    const inspection = await inspect(lines('kind;size', ...values.map((value) => `a;${value}`)))
    expect(describeColumn(inspection, 'size')).toMatchObject({ unit })
  })

  test('a metric is not called as a dimension of another table', async () => {
    const root = join(home, String(turn++))
    await mkdir(root)
    await writeFile(join(root, 'a.csv'), lines('level,n', 'high,1', 'low,2', 'low,4'))
    await writeFile(join(root, 'b.csv'), lines('day,level', '2024-01-01,5.5', '2024-01-02,9.25'))
    const files = ['a.csv', 'b.csv']
    const { workspace } = await inspectFiles({ tenant: 'demo', root, files, onProgress: () => {} })
    const names = [...workspace.dimensions, ...workspace.metrics].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('line ends', () => {
  test.each([
    ['LF at the end', (row: number) => (row === 40 ? '\n' : '\r\n')],
    ['LF at the beginning', (row: number) => (row < 3 ? '\n' : '\r\n')],
    ['CR LF by turns', (row: number) => (row % 2 === 0 ? '\n' : '\r\n')],
  ])('lines that end in two ways are rows: %s', async (_title, findEnd) => {
    const rows = Array.from({ length: 41 }, (_, i) => `r${i % 4},${i}.5${findEnd(i)}`)
    const { workspace, notes } = await inspect(`region,amount\r\n${rows.join('')}`)
    expect(notes.get('datasets/table')?.[0]).toBe('table.csv: 41 rows, 2 columns')
    expect(workspace.datasets[0]?.columns.map(({ originDataType }) => originDataType)).toEqual([
      'VARCHAR',
      'DECIMAL',
    ])
  })
})
