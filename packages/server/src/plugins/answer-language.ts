import type { ClaimLanguage } from '@tributary/contract'
import type { CallOptions } from '@tributary/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Asks a question in the language that its request prefers, and names the language in the answer. */
export async function askSpoken<Answer>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ask: (options: Pick<CallOptions, 'language'>) => Promise<Answer>,
): Promise<Answer> {
  const language = selectLanguage(request.headers['accept-language'])
  const answer = await ask({ language })
  reply.headers({ 'content-language': language, vary: 'accept-language' })
  return answer
}

const LANGUAGES: readonly ClaimLanguage[] = ['en', 'zh']

/** A language with its weight: `zh-Hans-CN;q=0.8`. */
const RANGE = /^\s*([a-z]{1,8})(?:-[a-z\d-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i

/** The language of sentences that a header prefers (RFC 9110, 12.5.4), of equal ones the first; else English. */
export function selectLanguage(header = ''): ClaimLanguage {
  const ranges = header.split(',').flatMap((range) => {
    const [, tag, weight = '1'] = RANGE.exec(range) ?? []
    const language = LANGUAGES.find((name) => name === tag?.toLowerCase())
    return language === undefined || Number(weight) === 0 ? [] : [{ language, weight }]
  })
  const [preferred] = ranges.toSorted((a, b) => Number(b.weight) - Number(a.weight))
  return preferred?.language ?? 'en'
}
