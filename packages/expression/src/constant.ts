/**
 * A value known before any row is read. `INT` is exact in a bigint, `DECIMAL` exact as plain decimal
 * text, `DATE` counts days and `TIMESTAMP` microseconds since 1970-01-01 00:00:00.
 */
export type Constant =
  | { readonly type: 'BOOLEAN'; readonly value: boolean }
  | { readonly type: 'STRING'; readonly value: string }
  | { readonly type: 'INT'; readonly value: bigint }
  | { readonly type: 'DECIMAL'; readonly value: string }
  | { readonly type: 'DOUBLE'; readonly value: number }
  | { readonly type: 'DATE'; readonly value: number }
  | { readonly type: 'TIMESTAMP'; readonly value: bigint }
  | { readonly type: 'NULL'; readonly value: null }
