import type { FastifyInstance } from 'fastify'
import { assertNotEncoded } from '../request/assert-not-encoded.ts'
import { decodeUtf8 } from '../request/parse-json.ts'

/** Makes `app` take bodies of every type as text; bytes that are not UTF-8 are refused as those of JSON are. */
export function acceptTextBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      assertNotEncoded(request.headers)
      done(null, decodeUtf8(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}
