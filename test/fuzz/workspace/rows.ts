import type { Chance } from '../chance.ts'

/** A type of a column, as a workspace writes it. */
export type ColumnType =
  | 'BIGINT'
  | 'DOUBLE'
  | 'DECIMAL'
  | 'VARCHAR'
  | 'BOOLEAN'
  | 'DATE'
  | 'TIMESTAMP'

/** A column of a random table. */
export interface Column {
  readonly name: string
  readonly type: ColumnType
  /** The value of a row as the text of a CSV; empty for NULL. */
  readonly draw: (chance: Chance) => string
}

/** A table: a text for each cell, empty for NULL. */
export interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

/** The values of the column by which row conditions limit the rows. */
export const REGIONS = ['EU', 'US', 'ASIA', 'Île-de-France', "O'Brien", ''] as const

const KINDS = [
  ['a', 'b', 'c'],
  [
    'anna',
    'otto',
    'Zoë',
    'straße',
    'İstanbul',
    '🛫 flight',
    "it's",
    '"quoted"',
    '(null)',
    '%_',
    '\\',
  ],
  ['x'.repeat(200), 'x'.repeat(201), 'é'.repeat(50), '=1+1', '2024-01-01', '0', '-1'],
] as const

const DRAWS: Readonly<Record<ColumnType, readonly ((chance: Chance) => string)[]>> = {
  BIGINT: [
    (chance) => String(chance.integer(0, 100)),
    (chance) => String(chance.integer(-50, 50)),
    (chance) => String(chance.pick([0, 1, -1, 0, 0])),
    (chance) =>
      chance.pick(['9223372036854775807', '-9223372036854775808', '123456789012', '0', '7', '-3']),
  ],
  DOUBLE: [
    (chance) => (chance.next() * 1000 - 200).toFixed(3),
    (chance) => String(chance.pick([0, -0.5, 0.1, 0.2, 0.3])),
    (chance) =>
      chance.pick(['1e300', '-1e300', '1e-300', '5e-324', '1.7976931348623157e308', '0', '1']),
  ],
  DECIMAL: [
    (chance) => (chance.integer(-20_000, 100_000) / 100).toFixed(2),
    (chance) => chance.pick(['0.00', '9999999999999999.99', '-9999999999999999.99', '0.01']),
  ],
  VARCHAR: KINDS.map((kinds) => (chance: Chance) => chance.pick(kinds)),
  BOOLEAN: [(chance) => String(chance.happens(0.5))],
  DATE: [(chance) => drawDay(chance, 240), (chance) => drawDay(chance, 20)],
  TIMESTAMP: [
    (chance) =>
      `${drawDay(chance, 200)} ${String(chance.integer(0, 23)).padStart(2, '0')}:${String(chance.integer(0, 59)).padStart(2, '0')}:00`,
  ],
}

/** A column with a shape of its own: how often it is NULL, how large and how different its values are. */
export function drawColumn(chance: Chance, name: string, type: ColumnType): Column {
  const value = chance.pick(DRAWS[type])
  const empty = chance.pick([0, 0, 0.05, 0.5, 0.98])
  return { name, type, draw: (row) => (row.happens(empty) ? '' : value(row)) }
}

/** A column of days of 2024 that has now and then a day far from the others. */
export function drawTimeColumn(chance: Chance, name: string, type: 'DATE' | 'TIMESTAMP'): Column {
  const days = chance.pick([1, 60, 240, 700])
  const odd = chance.pick([0, 0, 0, 0.02])
  const time = type === 'DATE' ? '' : ' 13:00:00'
  return {
    name,
    type,
    draw: (row) => {
      if (row.happens(odd)) {
        return row.pick([
          `1969-12-31${time}`,
          `2024-02-29${time}`,
          `1900-01-01${time}`,
          `2200-12-31${time}`,
        ])
      }
      return `${drawDay(row, days)}${time}`
    },
  }
}

/** A table of so many rows. */
export function drawTable(chance: Chance, columns: readonly Column[], count: number): Table {
  const rows = Array.from({ length: count }, () => columns.map(({ draw }) => draw(chance)))
  return { columns, rows }
}

/** The table as a CSV. */
export function printCsv({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `${cells.map(printCell).join(',')}\n`
  return [line(columns.map(({ name }) => name)), ...rows.map(line)].join('')
}

function printCell(text: string): string {
  return /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function drawDay(chance: Chance, days: number): string {
  const day = Date.UTC(2024, 0, 1) + 86_400_000 * chance.integer(0, days - 1)
  return new Date(day).toISOString().slice(0, 10)
}
