import { InvalidArgumentError } from 'commander'

/** Two values of a dimension, of which the first is explained against the second. */
export interface Peers {
  readonly dimension: string
  readonly current: string
  readonly compare: string
}

/** Reads `DIMENSION=A,B`. A value with a comma stands in quotes: `city="Washington, DC",Boston`. */
export function parsePeers(text: string): Peers {
  const end = text.indexOf('=')
  const dimension = text.slice(0, Math.max(0, end)).trim()
  const values = [...text.slice(end + 1).matchAll(VALUE)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!.trim(),
  )
  const isWhole = text.slice(end + 1).replace(VALUE, '') === ''
  const [current, compare] = values
  if (dimension === '' || !isWhole || values.length !== 2 || !current || !compare) {
    throw new InvalidArgumentError(
      'Expected a dimension and two of its values, such as origin_state=CA,TX.',
    )
  }
  if (current === compare) throw new InvalidArgumentError('Expected two different values.')
  return { dimension, current, compare }
}

const VALUE = /(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(?=,|$)/g

/** The condition that is TRUE for a value of a dimension. */
export function equals(dimension: string, value: string): string {
  return `[${dimension.replaceAll(']', ']]')}] = ${JSON.stringify(value)}`
}
