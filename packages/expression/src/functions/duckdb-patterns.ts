/** The years that a time may have, 0001 to 9999, for `regexp_full_match`, which knows no lookahead. */
export const YEAR = '([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])'

/** The hours of a day: DuckDB reads 24:00:00 as the next midnight, the language does not. */
export const HOUR = '([01][0-9]|2[0-3])'
