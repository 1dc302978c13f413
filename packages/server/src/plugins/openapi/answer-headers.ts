import { SECURITY_HEADERS } from '../security-headers.ts'
import type { Header } from './document.ts'

type Headers = Readonly<Record<string, Header>>

/** The documented headers of an answer with a status. */
export function answerHeadersOf(status: string): Headers {
  return { ...ALWAYS, ...BY_STATUS[status] }
}

const ALWAYS: Headers = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).map(([name, value]) => [
    name,
    {
      description: 'The same on every answer.',
      required: true,
      schema: { type: 'string', const: value },
    },
  ]),
)

const BY_STATUS: Readonly<Record<string, Headers>> = {
  401: {
    'www-authenticate': {
      description: 'Only when the request has a bearer token.',
      schema: { type: 'string' },
    },
  },
  405: {
    allow: {
      description: 'The methods that the path answers, separated by commas.',
      required: true,
      schema: { type: 'string' },
    },
  },
  429: {
    'retry-after': {
      description: 'Seconds to wait.',
      required: true,
      schema: { type: 'integer', minimum: 0 },
    },
  },
}
