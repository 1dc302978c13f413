/** The part of an OpenAPI 3.1 document that is completed here. */
export interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: Readonly<Record<string, unknown>>
}

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
  readonly responses?: Readonly<Record<string, Response | Reference>>
}

export interface Parameter {
  readonly name: string
  readonly required?: boolean
  readonly schema?: { readonly type?: string }
}

export interface RequestBody {
  readonly content: Contents
  readonly required?: boolean
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header>>
  readonly content?: Contents
}

export interface Header {
  readonly description: string
  readonly required?: boolean
  readonly schema: Readonly<Record<string, unknown>>
}

export interface Reference {
  readonly $ref: string
}

type Contents = Readonly<Record<string, { readonly schema?: unknown; readonly example?: unknown }>>
