import { InvalidArgumentError } from 'commander'

/** Reads a TCP port: a whole number from 0 (any free one) to 65535. */
export function parsePort(text: string): number {
  return parseWhole(text, 0, 65_535)
}

/** Reads an address to listen on. Refuses an empty one, which would listen on every interface. */
export function parseHost(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('Expected an address, such as 127.0.0.1, or 0.0.0.0 for all.')
}

/** Reads a number of rows: at least 1. */
export function parseRows(text: string): number {
  return parseWhole(text, 1, 10_000)
}

/** Reads the number of days that one instance refreshes: from one day to a hundred years. */
export function parseDays(text: string): number {
  return parseWhole(text, 1, 36_525)
}

/** Reads a number of lineage steps: 0 is the asset alone. */
export function parseSteps(text: string): number {
  return parseWhole(text, 0, 1_000)
}

/** Reads how many task instances to work on at once: at least 1. */
export function parseWorkers(text: string): number {
  return parseWhole(text, 1, 64)
}

/** Reads how many task instances a service works on at once: 0 leaves them all to workers. */
export function parseOwnWorkers(text: string): number {
  return parseWhole(text, 0, 64)
}

/** Reads names separated by commas, such as `origin,destination`; trims blanks around them. A repeated option adds to `before`. */
export function parseNames(text: string, before: readonly string[] = []): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) {
    throw new InvalidArgumentError('Expected names separated by single commas, such as a,b.')
  }
  return [...before, ...names]
}

/** Reads a number of requests a second: more than 0, fractions too. */
export function parseRate(text: string): number {
  const rate = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || rate < 0.01 || rate > 1_000_000) {
    throw new InvalidArgumentError('Expected a number from 0.01 to 1000000, such as 50 or 0.5.')
  }
  return rate
}

/** Reads a rate, or `off`. */
export function parseRateOrOff(text: string): number | 'off' {
  return text === 'off' ? text : parseRate(text)
}

/** Reads a number of seconds, at least 1 and at most an hour. */
export function parseSeconds(text: string): number {
  return parseWhole(text, 1, 3_600)
}

/** Reads a number of bytes, from a kibibyte to a gibibyte. */
export function parseBytes(text: string): number {
  return parseWhole(text, 1_024, 1_073_741_824)
}

/** Reads a count: at least 1. */
export function parseCount(text: string): number {
  return parseWhole(text, 1, 1_000_000)
}

/** Reads how many may wait: 0 lets none wait. */
export function parseWaiting(text: string): number {
  return parseWhole(text, 0, 1_000_000)
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
}

/** Reads an amount of memory, such as `512MiB`, `2GB` or a number of bytes, and gives it in bytes. */
export function parseMemory(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) ?([KMG]i?B)?$/i.exec(text) ?? []
  const bytes = Math.floor(Number(digits) * UNITS[unit.toUpperCase()]!)
  if (Number.isSafeInteger(bytes)) return bytes
  throw new InvalidArgumentError('Expected an amount of memory, such as 512MiB, 2GiB or 2GB.')
}

/** Appends a value of an option that may be given several times. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

/** Reads a day or a moment in UTC, such as `2027-01-31` or `2027-01-31T12:00:00Z`. */
export function parseMoment(text: string): Date {
  const moment = new Date(text)
  const [day] = text.split('T')
  const isOne = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/.test(text)
  if (isOne && !Number.isNaN(moment.valueOf()) && moment.toISOString().startsWith(day!))
    return moment
  throw new InvalidArgumentError('Expected a moment in UTC, such as 2027-01-31T12:00:00Z.')
}

/** An attribute of the user who asks. */
export interface UserAttribute {
  readonly name: string
  readonly value: string
}

/** Appends a user attribute, `NAME=VALUE`. The value may be empty and may contain `=`. */
export function collectAttributes(
  text: string,
  before: readonly UserAttribute[] = [],
): readonly UserAttribute[] {
  const end = text.indexOf('=')
  if (end < 1) throw new InvalidArgumentError('Expected NAME=VALUE, such as region=EU.')
  return [...before, { name: text.slice(0, end), value: text.slice(end + 1) }]
}

/** Gives a reader of whole numbers from `least` to `most`. */
export function parseBetween(least: number, most: number): (text: string) => number {
  return (text) => parseWhole(text, least, most)
}

function parseWhole(text: string, least: number, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
  }
  return number
}
