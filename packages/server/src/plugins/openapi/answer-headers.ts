import { KEPT_HEADERS } from '../answer-tags.ts'
import { SECURITY_HEADERS } from '../security-headers.ts'
import type { Header } from './document.ts'

type Headers = Readonly<Record<string, Header>>

/** The documented headers of an answer with a status, which may have an ETag or sentences in a language. */
export function describeAnswerHeaders(
  status: string,
  { tagged, spoken }: { readonly tagged: boolean; readonly spoken: boolean },
): Headers {
  if (status === '304') return { ...ALWAYS, ...keptHeaders({ required: true }) }
  return {
    ...ALWAYS,
    ...(tagged && keptHeaders({ required: false })),
    ...(spoken && LANGUAGE_HEADERS),
    ...BY_STATUS[status],
  }
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

/** Of an answer with sentences. */
const LANGUAGE_HEADERS: Headers = {
  'content-language': {
    description: 'The language of the sentences.',
    required: true,
    schema: { type: 'string', enum: ['en', 'zh'] },
  },
  vary: {
    description: 'The header that chooses the language.',
    required: true,
    schema: { type: 'string', const: 'accept-language' },
  },
}

/** Of an answer that its caller may keep. Where it may have no ETag, it may have the headers of every answer instead. */
function keptHeaders({ required }: { readonly required: boolean }): Headers {
  const caching = required
    ? { const: KEPT_HEADERS['cache-control'] }
    : { enum: [KEPT_HEADERS['cache-control'], SECURITY_HEADERS['cache-control']] }
  return {
    'cache-control': {
      description: 'An answer with an ETag may be kept by its caller, and asked about again.',
      required: true,
      schema: { type: 'string', ...caching },
    },
    etag: {
      description: 'Stands for the answer; to be sent in `If-None-Match`.',
      required,
      schema: { type: 'string', pattern: '^W/"[\\w-]{22}"$' },
    },
    vary: {
      description: 'The headers of credentials, with an ETag.',
      required,
      schema: { type: 'string', const: KEPT_HEADERS.vary },
    },
  }
}

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
