/** The parameters of an address in their order; a name may repeat. */
export type Query = readonly (readonly [name: string, value: string])[]

/**
 * Writes parameters so that a person can read them: letters of any script, `:`, `/`, `,`, `"`-free punctuation and
 * brackets stand as they are, and a blank is `+`. `URLSearchParams` reads the result.
 */
export function queryText(query: Query): string {
  return query.map(([name, value]) => `${readable(name)}=${readable(value)}`).join('&')
}

/** Reads the parameters of an address. */
export function parseQuery(text: string): Query {
  return [...new URLSearchParams(text)]
}

/** The characters that `encodeURIComponent` escapes although a query may have them. */
const PLAIN = /%(?:3A|2F|2C|40|24|3B|5B|5D|7C|5E|60|7B|7D)/g

function readable(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(PLAIN, (code) => decodeURIComponent(code))
    .replace(/%20/g, '+')
}
