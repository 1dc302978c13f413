import { InvalidArgumentError } from 'commander'

/** Reads a TCP port: a whole number from 0 (any free one) to 65535. */
export function parsePort(text: string): number {
  return parseWhole(text, 0, 65_535)
}

/** Reads a number of rows: at least 1. */
export function parseRows(text: string): number {
  return parseWhole(text, 1, 10_000)
}

/** Reads a number of lineage steps: 0 is the asset alone. */
export function parseSteps(text: string): number {
  return parseWhole(text, 0, 1_000)
}

/** Reads `origin,destination`: names separated by commas, blanks around them left out. */
export function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) {
    throw new InvalidArgumentError('Expected names separated by single commas, such as a,b.')
  }
  return names
}

/** For an option that may be given several times: each one joins the list. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

function parseWhole(text: string, least: number, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
  }
  return number
}
