/** The part of JSON Schema that the workspace schema is written in. */
export interface Shape {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Shape
  readonly minProperties?: number
  readonly items?: Shape
  readonly minItems?: number
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** What a text that fits `pattern` is, in words. */
  readonly patternErrorMessage?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
}
