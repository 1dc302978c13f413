import { credentialHeaders } from '@tributary/contract'
import type { QuestionOptions } from '@tributary/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers that make an answer one that its caller may keep and ask about again, and nobody else. */
export const KEPT_HEADERS: { readonly 'cache-control': string; readonly vary: string } = {
  'cache-control': 'private, no-cache',
  vary: ['authorization', ...Object.keys(credentialHeaders.properties)].join(', '),
}

/**
 * Asks a question with the tags that the request names in `If-None-Match`, and gives the answer its ETag. Rejects with
 * `PLATFORM_NOT_MODIFIED` when the caller has the answer, for {@link answerNotModified}.
 */
export async function askTagged<Answer>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ask: (options: Pick<QuestionOptions, 'revalidation'>) => Promise<Answer>,
): Promise<Answer> {
  let tag: string | null = null
  const answer = await ask({
    revalidation: {
      known: tagsIn(request.headers['if-none-match']),
      tagged: (version) => {
        tag = version
      },
    },
  })
  if (tag !== null) reply.headers({ ...KEPT_HEADERS, etag: toEtag(tag) })
  return answer
}

/** 304: the caller has the answer with this tag. */
export function answerNotModified(reply: FastifyReply, tag: string): void {
  reply
    .code(304)
    .headers({ ...KEPT_HEADERS, etag: toEtag(tag) })
    .send()
}

/** Weak: answers with one tag say the same, but have trace ids of their own. */
function toEtag(tag: string): string {
  return `W/"${tag}"`
}

/** The tags of a list of ETags, weak or not (RFC 9110, 8.8.3); none of what is no list. */
function tagsIn(header: string | undefined): readonly string[] {
  return Array.from(header?.matchAll(/(?:W\/)?"([^"]*)"/g) ?? [], ([, tag]) => tag!)
}
