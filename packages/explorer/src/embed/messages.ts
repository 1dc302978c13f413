import { newWhyState, type WhyState } from '../address/why-state.ts'

/** The version of the protocol, which every message has under `tributary`. */
export const VERSION = 1

/** Who asks: a credential, a token of an OpenID Connect issuer, or whom a proxy in front of the service names. */
export type EmbeddedCaller =
  | {
      readonly tenantId: string
      readonly authType: 'UID' | 'TOKEN' | 'ACCOUNT' | 'APIKEY'
      readonly authValue: string
    }
  | { readonly token: string }
  | 'PROXY'

/** A question about a metric, in the words of the addresses of the explorer. */
export interface Question {
  /** The metric, by its name. */
  readonly metric: string
  /** The current window, such as `2001-06` or `last-month`. @defaultValue the last full month of the data */
  readonly current?: string | undefined
  /** The window compared with: a range, `previous` or `year`. @defaultValue `previous` */
  readonly compare?: string | undefined
  /** The dimension that is shown. @defaultValue the one that explains most */
  readonly by?: string | undefined
  /** A condition in the expression language, or several. @defaultValue none */
  readonly where?: string | readonly string[] | undefined
}

/** The colours and the language of a frame. What is left out stays as it is. */
export interface Appearance {
  readonly theme?: 'system' | 'light' | 'dark' | undefined
  /** The tag of a language of the explorer. */
  readonly language?: string | undefined
}

/** The messages of a host to the frame. */
export type HostMessage =
  | { readonly type: 'sign-in'; readonly caller: EmbeddedCaller }
  | { readonly type: 'set-question'; readonly question: Question }
  | {
      readonly type: 'show'
      /** An address below `/explorer/embed`, as `navigated` says it. */
      readonly address: string
    }
  | { readonly type: 'set-appearance'; readonly appearance: Appearance }

/** The messages of the frame to its host. */
export type FrameMessage =
  | { readonly type: 'ready' }
  | {
      readonly type: 'sign-in-needed'
      /** Whether a credential was refused. */
      readonly refused: boolean
    }
  | { readonly type: 'navigated'; readonly address: string; readonly title: string }
  | {
      readonly type: 'height'
      /** The height of the whole page in pixels. */
      readonly height: number
    }

/** A message as it is sent. */
export function toVersionedMessage<Message extends HostMessage | FrameMessage>(
  message: Message,
): Message & { readonly tributary: number } {
  return { tributary: VERSION, ...message }
}

/** Reads what a host has sent; null for anything else. */
export function readHostMessage(data: unknown): HostMessage | null {
  if (!isRecord(data) || data.tributary !== VERSION) return null
  switch (data.type) {
    case 'sign-in':
      return isCaller(data.caller) ? { type: 'sign-in', caller: data.caller } : null
    case 'set-question':
      return isQuestion(data.question) ? { type: 'set-question', question: data.question } : null
    case 'show':
      return isAddress(data.address) ? { type: 'show', address: data.address } : null
    case 'set-appearance':
      return isAppearance(data.appearance)
        ? { type: 'set-appearance', appearance: data.appearance }
        : null
    default:
      return null
  }
}

/** Reads what a frame has sent; null for anything else. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!isRecord(data) || data.tributary !== VERSION) return null
  const { type, address, title, height, refused } = data
  switch (type) {
    case 'ready':
      return { type }
    case 'sign-in-needed':
      return typeof refused === 'boolean' ? { type, refused } : null
    case 'navigated':
      return isAddress(address) && typeof title === 'string' ? { type, address, title } : null
    case 'height':
      return typeof height === 'number' && height >= 0 && height < Number.POSITIVE_INFINITY
        ? { type, height }
        : null
    default:
      return null
  }
}

/** The page that shows the answer to a question. */
export function toWhyState({ metric, current, compare, by, where = [] }: Question): WhyState {
  return {
    ...newWhyState(metric),
    now: current || null,
    was: compare || null,
    by: by || null,
    where: (typeof where === 'string' ? [where] : where).filter((text) => text !== ''),
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

const TYPES: readonly unknown[] = ['UID', 'TOKEN', 'ACCOUNT', 'APIKEY']
const COLOURS: readonly unknown[] = [undefined, 'system', 'light', 'dark']

function isCaller(value: unknown): value is EmbeddedCaller {
  if (value === 'PROXY') return true
  if (!isRecord(value)) return false
  const { tenantId, authType, authValue, token } = value
  return isText(token) || (isText(tenantId) && TYPES.includes(authType) && isText(authValue))
}

function isQuestion(value: unknown): value is Question {
  if (!isRecord(value) || !isText(value.metric)) return false
  const { current, compare, by, where } = value
  const isList = Array.isArray(where) && where.every((condition) => typeof condition === 'string')
  return [current, compare, by, isList ? undefined : where].every(isOptionalText)
}

function isAppearance(value: unknown): value is Appearance {
  return isRecord(value) && COLOURS.includes(value.theme) && isOptionalText(value.language)
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?!\/)/.test(value)
}
