import type { SqlForms } from '../sql-forms.ts'
import { bind, type SqlText, sqlText } from '../sql-text.ts'

/** What is trimmed: the space, tab and line ends, the no-break space, and the wide space of Chinese and Japanese. */
const SPACES = ' \t\n\r\u00a0\u3000'

/** The ends of a text at which spaces are trimmed. */
export type TrimmedEnds = 'both' | 'start' | 'end'

/** A text without the spaces at its ends. */
export function trimEnds(text: string, ends: TrimmedEnds): string {
  let [start, end] = [0, text.length]
  if (ends !== 'end') while (start < end && SPACES.includes(text[start]!)) start += 1
  if (ends !== 'start') while (end > start && SPACES.includes(text[end - 1]!)) end -= 1
  return text.slice(start, end)
}

/** The same in SQL. */
export function trimForms(ends: TrimmedEnds): SqlForms {
  const { plain, postgresql, trino, pattern } = FORMS[ends]
  const spaces = bind({ type: 'STRING', value: SPACES })
  // ClickHouse trims bytes, and most of these characters have several.
  const found = bind({ type: 'STRING', value: pattern })
  return {
    duckdb: ([text]) => sqlText`${plain}(${text!.text}, ${spaces})`,
    postgresql: ([text]) => sqlText`${postgresql}(${text!.text}, ${spaces})`,
    trino: ([text]) => sqlText`trim(${trino} ${spaces} FROM ${text!.text})`,
    clickhouse: ([text]) => sqlText`replaceRegexpAll(${text!.text}, ${found}, '')`,
  }
}

const FORMS: Readonly<
  Record<
    TrimmedEnds,
    Readonly<Record<'plain' | 'postgresql' | 'trino', SqlText>> & { readonly pattern: string }
  >
> = {
  both: {
    plain: sqlText`trim`,
    postgresql: sqlText`btrim`,
    trino: sqlText`BOTH`,
    pattern: `^[${SPACES}]+|[${SPACES}]+$`,
  },
  start: {
    plain: sqlText`ltrim`,
    postgresql: sqlText`ltrim`,
    trino: sqlText`LEADING`,
    pattern: `^[${SPACES}]+`,
  },
  end: {
    plain: sqlText`rtrim`,
    postgresql: sqlText`rtrim`,
    trino: sqlText`TRAILING`,
    pattern: `[${SPACES}]+$`,
  },
}
